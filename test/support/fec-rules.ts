/** The published rules of the French file of entries, held against one that was made: each that is broken, with its line. */

const COLUMNS =
  'JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef PieceDate EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise'.split(
    ' ',
  );
const NEVER_EMPTY =
  'JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib PieceRef PieceDate EcritureLib Debit Credit ValidDate'.split(
    ' ',
  );
const DATES = ['EcritureDate', 'PieceDate', 'DateLet', 'ValidDate'];
const TOGETHER = [
  ['CompAuxNum', 'CompAuxLib'],
  ['EcritureLet', 'DateLet'],
  ['Montantdevise', 'Idevise'],
] as const;
/** One name for each code. */
const NAMED = [
  ['JournalCode', 'JournalLib'],
  ['CompteNum', 'CompteLib'],
  ['CompAuxNum', 'CompAuxLib'],
] as const;
/** The columns that all lines of an entry share. */
const OF_ENTRY = ['EcritureDate', 'ValidDate'] as const;

export type FecRecord = Readonly<Record<string, string>>;

export interface FecYear {
  readonly starts_on: string;
  readonly ends_on: string;
}

export function parseFecRecords(content: Buffer): readonly FecRecord[] {
  const [header, ...lines] = content.toString('utf8').split('\r\n').slice(0, -1);
  const names = header!.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((value, index) => [names[index]!, value])));
}

export function findBrokenFecRules(fileName: string, content: Buffer, year: FecYear): readonly string[] {
  const broken: string[] = [];
  const compact = (date: string) => date.replaceAll('-', '');
  if (!new RegExp(`^\\d{9}FEC${compact(year.ends_on)}\\.txt$`).test(fileName)) broken.push(`name: ${fileName}`);
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  if (text.startsWith('\ufeff')) broken.push('encoding: a byte order mark');
  if (!text.endsWith('\r\n')) broken.push('records: the last one has no end');
  const lines = text.split('\r\n').slice(0, -1);
  if (lines[0] !== COLUMNS.join('\t')) broken.push(`header: ${lines[0] ?? ''}`);
  lines.forEach((line, index) => {
    if (line.split('\t').length !== 18) broken.push(`${index + 1}: ${line.split('\t').length} fields`);
    if (/[\n\r|]/.test(line)) broken.push(`${index + 1}: a separator inside a field`);
  });
  const records = parseFecRecords(content);
  records.forEach((record, index) => {
    broken.push(
      ...checkRecord(record, compact(year.starts_on), compact(year.ends_on)).map((rule) => `${index + 2}: ${rule}`),
    );
  });
  return [...broken, ...checkNames(records), ...checkEntries(records)];
}

function checkRecord(record: FecRecord, first: string, last: string): readonly string[] {
  const said = (column: string) => record[column] ?? '';
  return [
    ...NEVER_EMPTY.filter((column) => said(column).trim() === '').map((column) => `${column} is empty`),
    ...DATES.filter((column) => said(column) !== '' && !isDay(said(column))).map((column) => `${column} is no date`),
    ...['Debit', 'Credit']
      .filter((column) => !/^\d+,\d{2}$/.test(said(column)))
      .map((column) => `${column} is no amount`),
    ...(said('Debit') !== '0,00' && said('Credit') !== '0,00' ? ['debit and credit on one line'] : []),
    ...(/^[1-8]\d{2}/.test(said('CompteNum')) ? [] : ['CompteNum is no account of the PCG']),
    ...(/^\d+$/.test(said('EcritureNum')) ? [] : ['EcritureNum is no number']),
    ...(said('EcritureDate') < first || said('EcritureDate') > last ? ['EcritureDate is outside of the year'] : []),
    ...TOGETHER.filter(([one, other]) => (said(one) === '') !== (said(other) === '')).map((pair) =>
      pair.join(' without '),
    ),
  ];
}

function isDay(text: string): boolean {
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return /^\d{8}$/.test(text) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function checkNames(records: readonly FecRecord[]): readonly string[] {
  return NAMED.flatMap(([code, name]) => {
    const names = new Map<string, Set<string>>();
    for (const record of records) names.set(record[code]!, (names.get(record[code]!) ?? new Set()).add(record[name]!));
    return [...names].filter(([, known]) => known.size > 1).map(([one]) => `${code} ${one} has several names`);
  });
}

function checkEntries(records: readonly FecRecord[]): readonly string[] {
  const broken: string[] = [];
  const entries = new Map<string, FecRecord[]>();
  for (const record of records) {
    const key = `${record['JournalCode']} ${record['EcritureNum']}`;
    entries.set(key, [...(entries.get(key) ?? []), record]);
  }
  const cents = (text: string) => BigInt(text.replace(/[^0-9]/g, ''));
  for (const [key, lines] of entries) {
    const balance = lines.reduce((sum, line) => sum + cents(line['Debit']!) - cents(line['Credit']!), 0n);
    if (balance !== 0n) broken.push(`${key} does not balance`);
    for (const column of OF_ENTRY)
      if (new Set(lines.map((line) => line[column])).size > 1) broken.push(`${key} has several ${column}`);
  }
  const journals = new Map<string, number[]>();
  for (const key of entries.keys()) {
    const [code, number] = key.split(' ');
    journals.set(code!, [...(journals.get(code!) ?? []), Number(number)]);
  }
  for (const [code, numbers] of journals)
    if ([...numbers].sort((one, other) => one - other).some((number, index) => number !== index + 1))
      broken.push(`the numbers of ${code} have gaps`);
  const places = new Set<string>();
  let [before, validated] = ['', ''];
  for (const record of records) {
    const key = `${record['JournalCode']} ${record['EcritureNum']}`;
    if (key !== before && places.has(key)) broken.push(`${key} comes in two parts`);
    places.add((before = key));
    // What opens the year comes first, whenever it was recorded.
    if (/^(Reprise|À-nouveau|Ouverture|Solde)/i.test(record['EcritureLib']!)) continue;
    if (record['ValidDate']! < validated) broken.push(`${key} was validated before the one in front of it`);
    validated = record['ValidDate']!;
  }
  return broken;
}
