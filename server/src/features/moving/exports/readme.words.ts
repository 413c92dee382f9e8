/** What someone who opens the zip reads first. */
export const readme = (organization: string): string =>
  `${organization}: everything from Spotter
${'='.repeat(organization.length + 25)}

The .csv files open in any spreadsheet. Times are in UTC, and an id leads from one file to another:
gym_id in sessions.csv is the id of a location in locations.csv, user_id is the id of a member in members.csv.
A cell that could be read as a formula starts with an apostrophe.

The .json files hold what doesn't fit into a table, such as your theme. Photos and logos are in the folder photos.

Not in here: chats, which belong to the people in them; passwords, sign-ins, devices and secret links.

Another Spotter installation can import this zip. It checks every file against manifest.json, so change copies only.
Keep it in a safe place: it holds personal data of your members.
`;
