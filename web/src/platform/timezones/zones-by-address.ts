/**
 * Words in an address that tell its zone, for countries with several. Names match anywhere in any case; codes only as
 * an upper-case word, so that 'in' is not Indiana.
 */
type ZoneWords = { zone: string; names: string; codes?: string };

const unitedStates: ZoneWords[] = [
  { zone: 'Pacific/Honolulu', names: 'Hawaii|Honolulu|Maui|Hilo', codes: 'HI' },
  { zone: 'America/Anchorage', names: 'Alaska|Anchorage|Fairbanks|Juneau', codes: 'AK' },
  { zone: 'America/Phoenix', names: 'Arizona|Phoenix|Tucson|Scottsdale', codes: 'AZ' },
  { zone: 'America/Boise', names: 'Idaho|Boise', codes: 'ID' },
  { zone: 'America/Detroit', names: 'Michigan|Detroit|Ann Arbor', codes: 'MI' },
  { zone: 'America/Indiana/Indianapolis', names: 'Indiana|Indianapolis', codes: 'IN' },
  {
    zone: 'America/Los_Angeles',
    names:
      'California|Washington State|Oregon|Nevada|Los Angeles|San Francisco|San Diego|Sacramento|Seattle|Portland, Oregon|Las Vegas',
    codes: 'CA|WA|OR|NV',
  },
  {
    zone: 'America/Denver',
    names:
      'Colorado|Utah|Montana|Wyoming|New Mexico|Denver|Boulder|Salt Lake City|Albuquerque|El Paso|Colorado Springs',
    codes: 'CO|UT|MT|WY|NM',
  },
  {
    zone: 'America/Chicago',
    names:
      'Texas|Illinois|Wisconsin|Minnesota|Iowa|Missouri|Arkansas|Louisiana|Mississippi|Alabama|Tennessee|Oklahoma|Kansas|Nebraska|North Dakota|South Dakota|Chicago|Houston|Dallas|Austin|San Antonio|Nashville|Memphis|Minneapolis|New Orleans|Milwaukee|St\\. Louis|Kansas City',
    codes: 'TX|IL|WI|MN|IA|MO|AR|LA|MS|AL|TN|OK|KS|NE|ND|SD',
  },
  {
    zone: 'America/New_York',
    names:
      'New York|New Jersey|Pennsylvania|Massachusetts|Connecticut|Rhode Island|Vermont|New Hampshire|Maine|Delaware|Maryland|Virginia|West Virginia|North Carolina|South Carolina|Georgia|Florida|Ohio|Kentucky|District of Columbia|Washington,? D\\.?C|Boston|Philadelphia|Miami|Orlando|Tampa|Atlanta|Charlotte|Brooklyn|Manhattan|Pittsburgh|Cleveland|Baltimore',
    codes: 'NY|NJ|PA|MA|CT|RI|VT|NH|ME|DE|MD|VA|WV|NC|SC|GA|FL|OH|KY|DC',
  },
];

const canada: ZoneWords[] = [
  { zone: 'America/St_Johns', names: "Newfoundland|St\\. John's", codes: 'NL' },
  {
    zone: 'America/Halifax',
    names: 'Nova Scotia|New Brunswick|Prince Edward Island|Halifax|Moncton',
    codes: 'NS|NB|PE',
  },
  { zone: 'America/Regina', names: 'Saskatchewan|Regina|Saskatoon', codes: 'SK' },
  { zone: 'America/Winnipeg', names: 'Manitoba|Winnipeg', codes: 'MB' },
  { zone: 'America/Edmonton', names: 'Alberta|Calgary|Edmonton|Northwest Territories|Yellowknife', codes: 'AB|NT' },
  { zone: 'America/Whitehorse', names: 'Yukon|Whitehorse', codes: 'YT' },
  { zone: 'America/Vancouver', names: 'British Columbia|Vancouver|Victoria|Kelowna|Surrey', codes: 'BC' },
  { zone: 'America/Iqaluit', names: 'Nunavut|Iqaluit', codes: 'NU' },
  {
    zone: 'America/Toronto',
    names: 'Ontario|Quebec|Québec|Toronto|Ottawa|Montreal|Montréal|Hamilton|Mississauga',
    codes: 'ON|QC',
  },
];

const australia: ZoneWords[] = [
  { zone: 'Australia/Broken_Hill', names: 'Broken Hill' },
  { zone: 'Australia/Lord_Howe', names: 'Lord Howe' },
  { zone: 'Australia/Perth', names: 'Western Australia|Perth|Fremantle|Bunbury', codes: 'WA' },
  { zone: 'Australia/Darwin', names: 'Northern Territory|Darwin|Alice Springs', codes: 'NT' },
  { zone: 'Australia/Adelaide', names: 'South Australia|Adelaide', codes: 'SA' },
  {
    zone: 'Australia/Brisbane',
    names: 'Queensland|Brisbane|Gold Coast|Sunshine Coast|Cairns|Townsville|Toowoomba',
    codes: 'QLD',
  },
  { zone: 'Australia/Hobart', names: 'Tasmania|Hobart|Launceston', codes: 'TAS' },
  { zone: 'Australia/Melbourne', names: 'Victoria|Melbourne|Geelong|Ballarat|Bendigo', codes: 'VIC' },
  {
    zone: 'Australia/Sydney',
    names: 'New South Wales|Sydney|Newcastle|Wollongong|Canberra|Australian Capital Territory|Parramatta',
    codes: 'NSW|ACT',
  },
];

const brazil: ZoneWords[] = [
  { zone: 'America/Noronha', names: 'Fernando de Noronha' },
  { zone: 'America/Rio_Branco', names: 'Acre|Rio Branco', codes: 'AC' },
  { zone: 'America/Manaus', names: 'Amazonas|Manaus', codes: 'AM' },
  { zone: 'America/Porto_Velho', names: 'Rond[ôo]nia|Porto Velho', codes: 'RO' },
  { zone: 'America/Boa_Vista', names: 'Roraima|Boa Vista', codes: 'RR' },
  { zone: 'America/Campo_Grande', names: 'Mato Grosso do Sul|Campo Grande', codes: 'MS' },
  { zone: 'America/Cuiaba', names: 'Mato Grosso|Cuiab[áa]', codes: 'MT' },
  { zone: 'America/Belem', names: 'Par[áa](?!\\p{L})|Bel[ée]m|Amap[áa]|Macap[áa]', codes: 'PA|AP' },
  {
    zone: 'America/Fortaleza',
    names: 'Cear[áa]|Fortaleza|Maranh[ãa]o|Piau[íi]|Rio Grande do Norte|Natal',
    codes: 'CE|MA|PI|RN',
  },
  { zone: 'America/Recife', names: 'Pernambuco|Recife', codes: 'PE' },
  { zone: 'America/Bahia', names: 'Bahia|Salvador', codes: 'BA' },
  {
    zone: 'America/Sao_Paulo',
    names:
      'S[ãa]o Paulo|Rio de Janeiro|Minas Gerais|Belo Horizonte|Paran[áa]|Curitiba|Santa Catarina|Florian[óo]polis|Rio Grande do Sul|Porto Alegre|Bras[íi]lia|Goi[áa]s|Esp[íi]rito Santo',
    codes: 'SP|RJ|MG|PR|SC|RS|DF|GO|ES',
  },
];

const mexico: ZoneWords[] = [
  { zone: 'America/Tijuana', names: 'Baja California(?! Sur)|Tijuana|Mexicali|Ensenada' },
  { zone: 'America/Mazatlan', names: 'Baja California Sur|La Paz|Los Cabos|Sinaloa|Mazatl[áa]n|Culiac[áa]n|Nayarit' },
  { zone: 'America/Hermosillo', names: 'Sonora|Hermosillo' },
  { zone: 'America/Ciudad_Juarez', names: 'Ciudad Ju[áa]rez|Ju[áa]rez, Chih' },
  { zone: 'America/Chihuahua', names: 'Chihuahua' },
  { zone: 'America/Cancun', names: 'Quintana Roo|Canc[úu]n|Playa del Carmen|Tulum|Cozumel' },
  { zone: 'America/Merida', names: 'Yucat[áa]n|M[ée]rida|Campeche' },
  { zone: 'America/Monterrey', names: 'Nuevo Le[óo]n|Monterrey|Coahuila|Saltillo|Durango|Tamaulipas' },
  {
    zone: 'America/Mexico_City',
    names:
      'Ciudad de M[ée]xico|Mexico City|CDMX|Jalisco|Guadalajara|Puebla|Guanajuato|Le[óo]n|Quer[ée]taro|Veracruz|Oaxaca',
  },
];

const newZealand: ZoneWords[] = [
  { zone: 'Pacific/Chatham', names: 'Chatham' },
  {
    zone: 'Pacific/Auckland',
    names: 'Auckland|Wellington|Christchurch|Hamilton|Tauranga|Dunedin|Queenstown|Napier|Nelson|Rotorua',
  },
];

export const zoneWords: Record<string, ZoneWords[]> = {
  US: unitedStates,
  CA: canada,
  AU: australia,
  BR: brazil,
  MX: mexico,
  NZ: newZealand,
};

type Found = { zone: string; at: number; end: number };

/** The last match in an address is the larger place; at the same position the longer one wins ('West Virginia'). */
function better(a: Found | null, b: Found): Found {
  if (!a) return b;
  const overlap = a.at < b.end && b.at < a.end;
  if (overlap) return b.end - b.at > a.end - a.at ? b : a;
  return b.at > a.at ? b : a;
}

function findWord(zone: string, address: string, words: string, flags: string): Found | null {
  let best: Found | null = null;
  for (const { 0: word, index } of address.matchAll(new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, flags)))
    best = better(best, { zone, at: index, end: index + word.length });
  return best;
}

/** A state's code is more reliable than a name, which streets and towns elsewhere may share. */
export function zoneFromAddress(country: string, address: string): string | null {
  let byCode: Found | null = null;
  let byName: Found | null = null;
  for (const { zone, names, codes } of zoneWords[country] ?? []) {
    const code = codes ? findWord(zone, address, codes, 'gu') : null;
    if (code) byCode = better(byCode, code);
    const name = findWord(zone, address, names, 'giu');
    if (name) byName = better(byName, name);
  }
  return (byCode ?? byName)?.zone ?? null;
}

/** For an address without a country: its last part has to be a known town or state, as in 'Sydney NSW 2000'. */
export function zoneOfTown(address: string): string | null {
  const last = address.split(',').at(-1) ?? '';
  for (const words of Object.values(zoneWords)) {
    const codes = words.flatMap(({ codes: own = [] }) => own).join('|');
    const town = last
      .replace(/\d+/g, ' ')
      .replace(new RegExp(`(?<![\\p{L}])(?:${codes || '(?!)'})(?![\\p{L}])`, 'gu'), ' ');
    const found = words.find(({ names }) => new RegExp(`^(?:${names})$`, 'iu').test(town.trim()));
    if (found) return found.zone;
  }
  return null;
}
