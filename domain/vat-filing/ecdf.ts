import type { Labels, Language } from '../language.ts';
import { isZero, sum, ZERO, type SignedAmount } from '../money.ts';
import type { Problem } from '../refusal.ts';
import { byBox } from '../vat-declarations/computation.ts';
import type { BoxAmount } from '../vat-declarations/declaration-events.ts';
import { formByCode } from '../vat-declarations/form.ts';
import { element, type LongXml, type XmlNode } from '../xml.ts';
import { declarantOf, representativeOf, settingOf, withoutPrefix, type FilingCompany } from './filer.ts';
import type { FiledPeriod } from './intervat.ts';
import type { IntraCode, IntracomListing, ListedOperation } from './listings.ts';

/** Files of the Luxembourg platform eCDF: an envelope, and in it declarations whose fields are known by their numbers. */

const NAMESPACE = 'http://www.ctie.etat.lu/2011/ecdf';
const FILE_VERSION = '2.0';
const MODEL = '1';
/** What stands for a number that there is not. */
const NONE = 'NE';

/** The name of the file too: who sends it, when, and the how manieth of that second it is. */
export const fileReference = (prefix: string, at: string): string =>
  `${prefix}X${at.slice(0, 10).replaceAll('-', '')}T${at.slice(11, 19).replaceAll(':', '')}01`;

export interface EcdfFile {
  readonly reference: string;
  readonly xml: LongXml;
}

/** `at`: an instant in UTC. */
function envelope(company: FilingCompany, at: string, declarations: readonly LongXml[], problems: Problem[]): EcdfFile {
  const declarer = numbersOf(company, problems);
  const setting = (name: string, pattern: RegExp): string => {
    const value = settingOf(company, `vat.ecdf.${name}`)?.toUpperCase() ?? '';
    if (!pattern.test(value)) problems.push(incomplete(company, name));
    return value;
  };
  const reference = fileReference(setting('prefix', /^[0-9A-Z]{6}$/), at);
  const interfaceId = settingOf(company, 'vat.ecdf.interface_id');
  if (interfaceId === null) problems.push(incomplete(company, 'interface_id'));
  return {
    reference,
    xml: {
      name: 'eCDFDeclarations',
      attributes: { xmlns: NAMESPACE },
      children: [
        element('FileReference', reference),
        element('eCDFFileVersion', FILE_VERSION),
        element('Interface', interfaceId),
        element('Agent', agentOf(company, declarer, problems)),
        { name: 'Declarations', children: [{ name: 'Declarer', children: [...declarer, ...declarations] }] },
      ],
    },
  };
}

const incomplete = ({ name: company }: FilingCompany, name: string): Problem => ({
  code: 'ecdf_incomplete',
  field: `vat.ecdf.${name}`,
  params: { company },
});

function numbersOf(company: FilingCompany, problems: Problem[]): readonly XmlNode[] {
  const { vat_number } = declarantOf(company, problems);
  const matricule = settingOf(company, 'vat.ecdf.matricule') ?? '';
  if (!/^(\d{11}|\d{13})$/.test(matricule)) problems.push(incomplete(company, 'matricule'));
  const register = settingOf(company, 'vat.ecdf.rcs')?.toUpperCase() ?? NONE;
  if (!/^([A-Z]\d{1,7}|NE)$/.test(register)) problems.push(incomplete(company, 'rcs'));
  return numberNodes(matricule, register, withoutPrefix(vat_number));
}

const numberNodes = (matricule: string, register: string, vatNumber: string): readonly XmlNode[] => [
  element('MatrNbr', matricule || NONE),
  element('RCSNbr', register || NONE),
  element('VATNbr', vatNumber || NONE),
];

/** A company that files for itself is its own agent. */
function agentOf(company: FilingCompany, own: readonly XmlNode[], problems: Problem[]): readonly XmlNode[] {
  const agent = representativeOf(company, problems);
  if (agent === null) return own;
  return numberNodes(NONE, NONE, agent.vat_number.startsWith('LU') ? withoutPrefix(agent.vat_number) : NONE);
}

const LANGUAGES: Readonly<Record<Language, string>> = { fr: 'FR', nl: 'FR', en: 'EN', de: 'DE' };

const declaration = (
  { locale }: FilingCompany,
  type: string,
  { year, period }: FiledPeriod,
  data: Iterable<XmlNode | LongXml>,
): LongXml => ({
  name: 'Declaration',
  attributes: { type, model: MODEL, language: LANGUAGES[locale] },
  children: [element('Year', String(year)), element('Period', String(period)), { name: 'FormData', children: data }],
});

/** With a comma. */
const numeric = (id: string, amount: SignedAmount): XmlNode =>
  element('NumericField', amount.replace('.', ','), { id });
const textual = (id: string, text: string): XmlNode => element('TextField', text, { id });
const choice = (id: string, is: boolean): XmlNode => element('Choice', is ? '1' : '0', { id });

/** Fields that the platform wants behind all others, in this order. */
const LAST = ['403', '418', '453', '042', '416', '417', '451', '452'];

export interface FiledEcdfReturn extends FiledPeriod {
  readonly form: string;
  readonly boxes: readonly BoxAmount[];
  /** Whether the tax on sales is due when they are paid. */
  readonly isOnPayment: boolean;
}

/** Totals are told also when they are nothing. */
export function ecdfReturn(company: FilingCompany, filed: FiledEcdfReturn, at: string, problems: Problem[]): EcdfFile {
  const amounts = byBox(filed.boxes);
  const { boxes } = formByCode('LU', filed.form);
  const told = boxes
    .filter(({ isFiled }) => isFiled)
    .map(({ box, formula }) => ({ box, amount: amounts.get(box) ?? ZERO, isTotal: formula !== null }))
    .filter(({ amount, isTotal }) => isTotal || !isZero(amount));
  const fields = told.filter(({ box }) => !LAST.includes(box)).map(({ box, amount }) => numeric(box, amount));
  const behind = LAST.flatMap((id) => told.filter(({ box }) => box === id)).map(({ box, amount }) =>
    numeric(box, amount),
  );
  const { isOnPayment } = filed;
  // By sales, or by what was received.
  const scheme = [choice('204', !isOnPayment), choice('205', isOnPayment)];
  const data = [...daysOf(filed), ...fields, ...scheme, ...otherSales(company, amounts), ...behind];
  return envelope(company, at, [declaration(company, filed.form, filed, data)], problems);
}

const ANNUAL = 'TVA_DECA';
/** The year that a yearly return is about: day and month of its beginning and of its end. */
const YEAR = { '233': '01', '234': '01', '235': '31', '236': '12' };

const daysOf = ({ form }: FiledEcdfReturn): readonly XmlNode[] =>
  form === ANNUAL ? Object.entries(YEAR).map(([id, value]) => numeric(id, value)) : [];

const OTHER_SALES: Labels = {
  fr: 'Autres ventes et recettes',
  nl: 'Autres ventes et recettes',
  en: 'Other sales and receipts',
  de: 'Sonstige Verkäufe und Einnahmen',
};

/** What turnover is that has no field of its own is told in words; only the yearly return has it. */
function otherSales({ locale }: FilingCompany, amounts: ReadonlyMap<string, SignedAmount>): readonly XmlNode[] {
  return isZero(amounts.get('007') ?? ZERO) ? [] : [textual('206', OTHER_SALES[locale])];
}

/** Of goods with triangular sales, and of services: each by the month or by the quarter. */
const FORMS = {
  goods: { monthly: 'TVA_LICM', quarterly: 'TVA_LICT' },
  services: { monthly: 'TVA_PSIM', quarterly: 'TVA_PSIT' },
} as const;

/** A state that says nothing is not filed. */
export function ecdfListing(
  company: FilingCompany,
  listing: IntracomListing,
  at: string,
  problems: Problem[],
): EcdfFile {
  const rhythm = listing.period_type === 'quarterly' ? 'quarterly' : 'monthly';
  const of = (...codes: readonly IntraCode[]): readonly ListedOperation[] =>
    listing.operations.filter(({ code }) => codes.includes(code));
  const [goods, services] = [of('L', 'T'), of('S')];
  if (listing.operations.length === 0) problems.push({ code: 'listing_empty', field: 'period' });
  return envelope(
    company,
    at,
    [
      ...(goods.length === 0 ? [] : [declaration(company, FORMS.goods[rhythm], listing, goodsData(goods))]),
      ...(services.length === 0 ? [] : [declaration(company, FORMS.services[rhythm], listing, servicesData(services))]),
    ],
    problems,
  );
}

const isNow = ({ correcting }: ListedOperation): boolean => correcting === null;

const totalOf = (operations: readonly ListedOperation[]): SignedAmount => sum(operations.map(({ amount }) => amount));

function* goodsData(operations: readonly ListedOperation[]): Generator<XmlNode | LongXml> {
  const supplies = operations.filter((one) => isNow(one) && one.code === 'L');
  const triangular = operations.filter((one) => isNow(one) && one.code === 'T');
  const corrections = operations.filter((one) => !isNow(one));
  yield numeric('04', totalOf(supplies));
  yield numeric('08', totalOf(triangular));
  yield numeric('16', totalOf(corrections));
  yield* tableOf(supplies, lineOf('01', '02', '03'));
  yield* tableOf(triangular, lineOf('05', '06', '07'));
  yield* tableOf(corrections, correctionOf);
}

function* servicesData(operations: readonly ListedOperation[]): Generator<XmlNode | LongXml> {
  const supplies = operations.filter(isNow);
  const corrections = operations.filter((one) => !isNow(one));
  yield numeric('04', totalOf(supplies));
  yield numeric('16', totalOf(corrections));
  yield* tableOf(supplies, lineOf('01', '02', '03'));
  yield* tableOf(corrections, correctionOf);
}

const lineOf =
  (country: string, number: string, amount: string) =>
  (one: ListedOperation): readonly XmlNode[] => [
    textual(country, one.vat_number.slice(0, 2)),
    textual(number, withoutPrefix(one.vat_number)),
    numeric(amount, one.amount),
  ];

/** Years and periods are numbers without decimals; field 12 has the quarter, 18 the month. */
function correctionOf({ vat_number, code, amount, correcting }: ListedOperation): readonly XmlNode[] {
  const { period_type, year, period } = correcting!;
  return [
    textual('09', vat_number.slice(0, 2)),
    textual('10', withoutPrefix(vat_number)),
    numeric('11', String(year)),
    numeric(period_type === 'quarterly' ? '12' : '18', String(period)),
    numeric('14', amount),
    code === 'T' ? textual('15', 'Yes') : null,
  ];
}

function* tableOf(
  operations: readonly ListedOperation[],
  fieldsOf: (one: ListedOperation) => readonly XmlNode[],
): Generator<LongXml> {
  if (operations.length === 0) return;
  yield {
    name: 'Table',
    children: operations.map((one, index): LongXml => ({
      name: 'Line',
      attributes: { num: String(index + 1) },
      children: fieldsOf(one),
    })),
  };
}
