import { getDirectors, type Director } from '../../companies/directors.ts';
import { readTable, readWords } from '../../data-table.ts';
import { addDays } from '../../dates.ts';
import { LANGUAGES, type Language } from '../../language.ts';
import type { Checked, Problem } from '../../refusal.ts';
import { toSearchable } from '../../text.ts';
import { findTextSetting, toSingleLine } from '../../vat-filing/filer.ts';
import type { FiledCompany, FilingInputs } from '../form.ts';
import courtTable from './data/courts.json' with { type: 'json' };
import fieldTable from './data/identification.json' with { type: 'json' };
import legalFormTable from './data/legal-forms.json' with { type: 'json' };
import type { TextBox } from './notes.ts';
import type { TypedMember, XbrlFact } from './xbrl.ts';

/**
 * Who files: the company, its address, its court, its directors and the days of the year, with everything that is missing
 * in the company file or its settings.
 */

interface Field {
  readonly element: string;
  readonly members: readonly string[];
}

const FIELDS: ReadonlyMap<string, Field> = new Map(
  readTable(fieldTable, ['field', 'element', 'dimensions']).map(({ field, element, dimensions }) => [
    field,
    { element, members: readWords(dimensions) },
  ]),
);

const LEGAL_FORMS: ReadonlySet<string> = new Set(readTable(legalFormTable, ['code']).map(({ code }) => code));
const COURTS = readTable(courtTable, ['code', ...LANGUAGES]);

const VALUATION_RULES = 'annual_accounts.valuation_rules';
const MEETING = 'annual_accounts.general_meeting_date';
const COURT = 'legal.rpm_district';
const BELGIAN_POSTAL_CODE = /^\d{4}$/;

export interface Identification {
  /** Ten digits. */
  readonly enterpriseNumber: string;
  readonly facts: readonly XbrlFact[];
}

export function identifyCompany(
  inputs: Pick<FilingInputs, 'company' | 'year' | 'previousYear' | 'previous'>,
  findText: (code: TextBox) => string | null,
): Checked<Identification> {
  const { company, year, previous, previousYear } = inputs;
  const number = company.enterprise_number?.replace(/\D/g, '') ?? '';
  const meeting = findTextSetting(company, MEETING);
  const court = findCourt(company);
  const before = previous && previousYear;
  const problems: Problem[] = [
    ...listMissing(company, ['street', 'house_number', 'postal_code', 'city']),
    ...(/^\d{10}$/.test(number) ? [] : [toMissing('enterprise_number')]),
    ...(company.legal_form_code === null && company.legal_form === null ? [toMissing('legal_form')] : []),
    ...(court === null ? [toCourtProblem(company)] : []),
    ...(meeting === null ? [toMissing(MEETING)] : []),
    ...(findText('valuation_rules') === null ? [toMissing(VALUATION_RULES)] : []),
    ...listWrongTexts(findText),
    ...listMissingOfDirectors(getDirectors(company.settings)),
  ];
  const facts = [
    buildFact('enterprise_number', number),
    buildFact('name', toSingleLine(company.name)),
    ...buildLegalForm(company),
    ...buildAddress('', company),
    buildFact('box', company.box),
    buildFact('court', court),
    buildFact('deed_date', findText('deed_date')),
    buildFact('meeting_date', meeting),
    buildFact('starts_on', year.starts_on),
    buildFact('ends_on', year.ends_on),
    buildFact('previous_starts_on', before?.starts_on ?? null),
    buildFact('previous_ends_on', before?.ends_on ?? null),
    ...STATEMENTS.map((code) => buildFact(code, findText(code))),
    ...getDirectors(company.settings).flatMap(buildDirector),
    buildFact('valuation_rules', findText('valuation_rules')),
  ].filter((fact) => fact !== null);
  return { value: { enterpriseNumber: number, facts }, problems };
}

const toMissing = (field: string): Problem => ({ code: 'filing_detail_missing', field });

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && addDays(text, 0) === text;

/** Statements about the filing as a whole, true or false. */
const STATEMENTS = ['previous_as_published', 'is_correction', 'is_in_liquidation'] as const;

function listWrongTexts(findText: (code: TextBox) => string | null): readonly Problem[] {
  const toWrong = (code: string, setting: TextBox): Problem => ({
    code,
    field: `manual.${setting}.text`,
    params: { setting },
  });
  const deed = findText('deed_date');
  const unclear = STATEMENTS.filter((name) => !['true', 'false', null].includes(findText(name)));
  return [
    ...(deed === null || isDay(deed) ? [] : [toWrong('filing_day_invalid', 'deed_date')]),
    ...unclear.map((name) => toWrong('filing_statement_invalid', name)),
  ];
}

const toCourtProblem = (company: FiledCompany): Problem =>
  findTextSetting(company, COURT) === null ? toMissing(COURT) : { code: 'filing_court_unknown', field: COURT };

const listMissing = (company: FiledCompany, names: readonly ('street' | 'house_number' | 'postal_code' | 'city')[]) =>
  names.filter((name) => (company[name] ?? '').trim() === '').map(toMissing);

const DIRECTOR_FIELDS = ['street', 'house_number', 'postal_code', 'country'] as const;

/** Only natural persons are filed: the facts of directors that are companies are not known. */
function listMissingOfDirectors(directors: readonly Director[]): readonly Problem[] {
  const path = 'annual_accounts.directors';
  if (directors.length === 0) return [toMissing(path)];
  return directors.flatMap((director, index) =>
    director.first_name === null
      ? []
      : DIRECTOR_FIELDS.filter((name) => (director[name] ?? '').trim() === '').map((name) =>
          toMissing(`${path}.${index}.${name}`),
        ),
  );
}

function buildFact(name: string, value: string | null, typed?: readonly TypedMember[]): XbrlFact | null {
  if (value === null || value.trim() === '') return null;
  const { element, members } = FIELDS.get(name)!;
  return { element, members, ...(typed && { typed }), unit: null, value };
}

/** A form without a member in the list is written as a text. */
function buildLegalForm({ legal_form_code, legal_form }: FiledCompany): readonly (XbrlFact | null)[] {
  return legal_form_code !== null && LEGAL_FORMS.has(legal_form_code)
    ? [buildFact('legal_form', `lgf:m${legal_form_code}`)]
    : [buildFact('legal_form_text', legal_form ?? legal_form_code)];
}

interface Address {
  readonly street: string | null;
  readonly house_number: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string | null;
}

/** A postal code in Belgium is a member of a list and says the town; others are texts. */
function buildAddress(
  prefix: '' | 'director_',
  { street, house_number, postal_code, city, country }: Address,
  typed?: readonly TypedMember[],
): readonly (XbrlFact | null)[] {
  const build = (name: string, value: string | null) =>
    buildFact(`${prefix}${name}`, value === null ? null : toSingleLine(value), typed);
  const isListed = country === 'BE' && BELGIAN_POSTAL_CODE.test(postal_code?.trim() ?? '');
  return [
    build('street', street),
    build('house_number', house_number),
    isListed ? build('postal_code', `pcd:m${postal_code!.trim()}`) : build('postal_code_text', postal_code),
    isListed || prefix !== '' ? null : build('city_text', city),
    build('country', country === null ? null : `cty:m${country}`),
  ];
}

/** The names of a person are members of typed dimensions of the address. */
function buildDirector(director: Director): readonly (XbrlFact | null)[] {
  const { first_name, last_name } = director;
  if (first_name === null) return [];
  return buildAddress('director_', director, [
    { dimension: 'afnp', kind: 'str', value: toSingleLine(first_name) },
    { dimension: 'annp', kind: 'str', value: toSingleLine(last_name) },
  ]);
}

/** The court of the setting by its name or by that of its division; where two fit, that of the language of the file. */
function findCourt(company: FiledCompany): string | null {
  const wanted = findTextSetting(company, COURT);
  if (wanted === null) return null;
  const found = COURTS.filter((court) => LANGUAGES.some((language) => isNamed(court[language], wanted)));
  const spoken = found.length > 1 ? found.filter(({ nl }) => nl.includes(SPOKEN[company.locale])) : found;
  return spoken.length === 1 ? spoken[0]!.code : null;
}

/** In Brussels there is a court for each language. */
const SPOKEN: Readonly<Record<Language, string>> = {
  fr: 'Franstalige',
  nl: 'Nederlandstalige',
  en: 'Franstalige',
  de: 'Franstalige',
};

const DIVISION = /, (?:division|afdeling|abteilung) /;

function isNamed(name: string, wanted: string): boolean {
  const [known, asked] = [toSearchable(name), toSearchable(wanted)];
  const [court, division] = known.split(DIVISION);
  const alone = division ?? court!.split(', ')[0]!;
  return asked === known || asked === alone;
}
