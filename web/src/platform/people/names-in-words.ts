const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** 'Ana', 'Ana and Ben', 'Ana, Ben, and Cleo', 'Ana, Ben, and 2 others': a third person is named, not counted. `people` may be the first three. */
export const namesInWords = (people: readonly { first_name: string }[], count = people.length): string => {
  const names = people.map(({ first_name }) => first_name);
  return list.format(count > 3 ? [...names.slice(0, 2), `${count - 2} others`] : names);
};
