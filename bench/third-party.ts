/** Third parties that everyone searches: names of many parts in many cities, each with a VAT number that holds. */

const FIRST = [
  'Menuiserie',
  'Garage',
  'Boulangerie',
  'Bakkerij',
  'Schreinerei',
  'Imprimerie',
  'Brasserie',
  'Transports',
];
/** A search that finds one in ninety. */
export const SEARCH_FOR_MANY = ['peeters gent', 'janssens mons', 'wouters leuven', 'schmitz namur', 'dupont eupen'];

const SECOND = ['Dupont', 'Vandenberghe', 'Müller', 'Lefèvre', 'Peeters', 'Schmitz', 'Janssens', 'Étienne', 'Wouters'];
const CITIES = [
  'Liège',
  'Antwerpen',
  'Eupen',
  'Namur',
  'Gent',
  'Luxembourg',
  'Charleroi',
  'Leuven',
  'Mons',
  'Oostende',
];

export function sampleThirdParty(number: number) {
  const place = number % CITIES.length;
  return {
    type: number % 3 === 0 ? 'supplier' : 'customer',
    code: `T${String(number).padStart(6, '0')}`,
    name: `${FIRST[number % FIRST.length]!} ${SECOND[number % SECOND.length]!} ${word(number)}`,
    vat_number: vatNumber(number),
    street: `Rue ${word(number * 7)}`,
    house_number: String((number % 200) + 1),
    postal_code: String(1000 + (number % 8999)),
    city: CITIES[place]!,
    country: 'BE',
    email: `info@${word(number)}.example`,
    payment_days: String(15 + (number % 4) * 15),
  };
}

export function thirdPartiesFile(first: number, count: number): string {
  const rows = Array.from({ length: count }, (_, index) => Object.values(sampleThirdParty(first + index)).join(';'));
  return [Object.keys(sampleThirdParty(0)).join(';'), ...rows].join('\n');
}

const CONSONANTS = 'bcdfglmnprstvz';
const VOWELS = 'aeiou';

/** A word of four syllables; different numbers below two million have different words. */
export function word(number: number): string {
  let left = (number * 7_919) % 24_010_000;
  let text = '';
  for (let syllable = 0; syllable < 4; syllable += 1) {
    text += CONSONANTS[left % CONSONANTS.length]! + VOWELS[Math.floor(left / CONSONANTS.length) % VOWELS.length]!;
    left = Math.floor(left / (CONSONANTS.length * VOWELS.length));
  }
  return text;
}

function vatNumber(number: number): string {
  const body = 1_000_000 + number;
  return `BE${String(body).padStart(8, '0')}${String(97 - (body % 97)).padStart(2, '0')}`;
}
