import type { Labels, Language } from '../language.ts';
import { isZero, sum, ZERO, type SignedAmount } from '../money.ts';
import { collectValue, NO_PROBLEMS, joinProblems, type Checked, type Problem } from '../refusal.ts';
import { mapByBox } from '../vat-declarations/computation.ts';
import type { BoxAmount } from '../vat-declarations/declaration-events.ts';
import { getFormByCode } from '../vat-declarations/form.ts';
import { element, type LongXml, type XmlNode } from '../xml.ts';
import {
  resolveDeclarant,
  resolveRepresentative,
  findTextSetting,
  withoutPrefix,
  type FilingCompany,
} from './filer.ts';
import type { FiledPeriod } from './intervat.ts';
import type { IntraCode, IntracomListing, ListedOperation } from './listings.ts';

/** Files for the Luxembourg eCDF platform: an envelope with declarations whose fields are identified by numbers. */

const NAMESPACE = 'http://www.ctie.etat.lu/2011/ecdf';
const FILE_VERSION = '2.0';
const MODEL = '1';
/** Placeholder for a number that does not exist. */
const NONE = 'NE';

/** UTC timestamp and sequence number within its second, which no other file of the sender has. */
export interface EcdfStamp {
  readonly at: string;
  readonly sequence: number;
}

/** Files of a sender in one second: the sequence number has two digits. */
export const MOST_PER_SECOND = 99;

const PREFIX = /^[0-9A-Z]{6}$/;

/** The sender as the platform knows it; null if the settings have none. */
export function findEcdfPrefix(company: Pick<FilingCompany, 'settings'>): string | null {
  const prefix = findTextSetting(company, 'vat.ecdf.prefix')?.toUpperCase() ?? '';
  return PREFIX.test(prefix) ? prefix : null;
}

/** Also the file name: sender, timestamp, and sequence number within that second. */
export const buildFileReference = (prefix: string, { at, sequence }: EcdfStamp): string =>
  [
    `${prefix}X${at.slice(0, 10).replaceAll('-', '')}`,
    `T${at.slice(11, 19).replaceAll(':', '')}${String(sequence).padStart(2, '0')}`,
  ].join('');

export interface EcdfFile {
  readonly reference: string;
  readonly xml: LongXml;
}

/** `register`: for the trade register, which needs its own number but none for VAT. */
export function buildEnvelope(
  company: FilingCompany,
  stamp: EcdfStamp,
  declarations: readonly LongXml[],
  recipient: 'administration' | 'register' = 'administration',
): Checked<EcdfFile> {
  const problems: Problem[] = [];
  const declarer = collectValue(buildDeclarerNumbers(company, recipient), problems);
  const prefix = findEcdfPrefix(company);
  if (prefix === null) problems.push(reportIncomplete(company, 'prefix'));
  const reference = buildFileReference(prefix ?? '', stamp);
  const interfaceId = findTextSetting(company, 'vat.ecdf.interface_id');
  if (interfaceId === null) problems.push(reportIncomplete(company, 'interface_id'));
  const agent = collectValue(buildAgent(company, declarer), problems);
  const xml = {
    name: 'eCDFDeclarations',
    attributes: { xmlns: NAMESPACE },
    children: [
      element('FileReference', reference),
      element('eCDFFileVersion', FILE_VERSION),
      element('Interface', interfaceId),
      element('Agent', agent),
      { name: 'Declarations', children: [{ name: 'Declarer', children: [...declarer, ...declarations] }] },
    ],
  };
  return { value: { reference, xml }, problems };
}

const reportIncomplete = ({ name: company }: FilingCompany, name: string): Problem => ({
  code: 'ecdf_incomplete',
  field: `vat.ecdf.${name}`,
  params: { company },
});

function buildDeclarerNumbers(
  company: FilingCompany,
  recipient: 'administration' | 'register',
): Checked<readonly XmlNode[]> {
  const { value: declarant, problems: ofDeclarant } = resolveDeclarant(company);
  const isForRegister = recipient === 'register';
  const problems = isForRegister && company.vat_number === null ? [] : [...ofDeclarant];
  const matricule = findTextSetting(company, 'vat.ecdf.matricule') ?? '';
  if (!/^(\d{11}|\d{13})$/.test(matricule)) problems.push(reportIncomplete(company, 'matricule'));
  const register = findTextSetting(company, 'vat.ecdf.rcs')?.toUpperCase() ?? NONE;
  if (!(isForRegister ? REGISTER : REGISTER_OR_NONE).test(register)) problems.push(reportIncomplete(company, 'rcs'));
  return { value: buildNumberNodes(matricule, register, withoutPrefix(declarant.vat_number)), problems };
}

const REGISTER = /^[A-Z]\d{1,7}$/;
const REGISTER_OR_NONE = /^([A-Z]\d{1,7}|NE)$/;

const buildNumberNodes = (matricule: string, register: string, vatNumber: string): readonly XmlNode[] => [
  element('MatrNbr', matricule || NONE),
  element('RCSNbr', register || NONE),
  element('VATNbr', vatNumber || NONE),
];

/** A company that files for itself is its own agent. */
function buildAgent(company: FilingCompany, own: readonly XmlNode[]): Checked<readonly XmlNode[]> {
  const { value: agent, problems } = resolveRepresentative(company);
  if (agent === null) return { value: own, problems };
  const number = agent.vat_number.startsWith('LU') ? withoutPrefix(agent.vat_number) : NONE;
  return { value: buildNumberNodes(NONE, NONE, number), problems };
}

const LANGUAGES: Readonly<Record<Language, string>> = { fr: 'FR', nl: 'FR', en: 'EN', de: 'DE' };

export const buildDeclaration = (
  { locale }: FilingCompany,
  type: string,
  { year, period }: Pick<FiledPeriod, 'year' | 'period'>,
  data: Iterable<XmlNode | LongXml>,
  model = MODEL,
): LongXml => ({
  name: 'Declaration',
  attributes: { type, model, language: LANGUAGES[locale] },
  children: [element('Year', String(year)), element('Period', String(period)), { name: 'FormData', children: data }],
});

/** Uses a decimal comma. */
export const numericField = (id: string, amount: SignedAmount): XmlNode =>
  element('NumericField', amount.replace('.', ','), { id });
export const textField = (id: string, text: string): XmlNode => element('TextField', text, { id });
const choiceField = (id: string, is: boolean): XmlNode => element('Choice', is ? '1' : '0', { id });

/** Fields that the platform requires at the end, in this order. */
const LAST = ['403', '418', '453', '042', '416', '417', '451', '452'];

export interface FiledEcdfReturn extends FiledPeriod {
  readonly form: string;
  readonly boxes: readonly BoxAmount[];
  /** Whether tax on sales is due on payment. */
  readonly isOnPayment: boolean;
}

/** Totals are included even if they are zero. */
export function buildEcdfReturn(company: FilingCompany, filed: FiledEcdfReturn, stamp: EcdfStamp): Checked<EcdfFile> {
  const amounts = mapByBox(filed.boxes);
  const { boxes } = getFormByCode('LU', filed.form);
  const told = boxes
    .filter(({ isFiled }) => isFiled)
    .map(({ box, formula }) => ({ box, amount: amounts.get(box) ?? ZERO, isTotal: formula !== null }))
    .filter(({ amount, isTotal }) => isTotal || !isZero(amount));
  const fields = told.filter(({ box }) => !LAST.includes(box)).map(({ box, amount }) => numericField(box, amount));
  const behind = LAST.flatMap((id) => told.filter(({ box }) => box === id)).map(({ box, amount }) =>
    numericField(box, amount),
  );
  const { isOnPayment } = filed;
  // Tax on invoiced sales, or on payments received.
  const scheme = [choiceField('204', !isOnPayment), choiceField('205', isOnPayment)];
  const data = [...buildYearFields(filed), ...fields, ...scheme, ...describeOtherSales(company, amounts), ...behind];
  return buildEnvelope(company, stamp, [buildDeclaration(company, filed.form, filed, data)]);
}

const ANNUAL = 'TVA_DECA';
/** The year covered by an annual return: day and month of its start and end. */
const YEAR = { '233': '01', '234': '01', '235': '31', '236': '12' };

const buildYearFields = ({ form }: FiledEcdfReturn): readonly XmlNode[] =>
  form === ANNUAL ? Object.entries(YEAR).map(([id, value]) => numericField(id, value)) : [];

const OTHER_SALES: Labels = {
  fr: 'Autres ventes et recettes',
  nl: 'Autres ventes et recettes',
  en: 'Other sales and receipts',
  de: 'Sonstige Verkäufe und Einnahmen',
};

/** Describes turnover that has no field of its own; annual return only. */
function describeOtherSales({ locale }: FilingCompany, amounts: ReadonlyMap<string, SignedAmount>): readonly XmlNode[] {
  return isZero(amounts.get('007') ?? ZERO) ? [] : [textField('206', OTHER_SALES[locale])];
}

/** Forms for goods (including triangular sales) and services, monthly or quarterly. */
const FORMS = {
  goods: { monthly: 'TVA_LICM', quarterly: 'TVA_LICT' },
  services: { monthly: 'TVA_PSIM', quarterly: 'TVA_PSIT' },
} as const;

/** Empty listings are not filed. */
export function buildEcdfListing(
  company: FilingCompany,
  listing: IntracomListing,
  stamp: EcdfStamp,
): Checked<EcdfFile> {
  const rhythm = listing.period_type === 'quarterly' ? 'quarterly' : 'monthly';
  const filterByCode = (...codes: readonly IntraCode[]): readonly ListedOperation[] =>
    listing.operations.filter(({ code }) => codes.includes(code));
  const [goods, services] = [filterByCode('L', 'T'), filterByCode('S')];
  const empty = listing.operations.length === 0 ? [{ code: 'listing_empty', field: 'period' }] : NO_PROBLEMS;
  const { value, problems } = buildEnvelope(company, stamp, [
    ...(goods.length === 0 ? [] : [buildDeclaration(company, FORMS.goods[rhythm], listing, buildGoodsData(goods))]),
    ...(services.length === 0
      ? []
      : [buildDeclaration(company, FORMS.services[rhythm], listing, buildServicesData(services))]),
  ]);
  return { value, problems: joinProblems(empty, problems) };
}

const isCurrent = ({ correcting }: ListedOperation): boolean => correcting === null;

const sumAmounts = (operations: readonly ListedOperation[]): SignedAmount =>
  sum(operations.map(({ amount }) => amount));

function* buildGoodsData(operations: readonly ListedOperation[]): Generator<XmlNode | LongXml> {
  const supplies = operations.filter((one) => isCurrent(one) && one.code === 'L');
  const triangular = operations.filter((one) => isCurrent(one) && one.code === 'T');
  const corrections = operations.filter((one) => !isCurrent(one));
  yield numericField('04', sumAmounts(supplies));
  yield numericField('08', sumAmounts(triangular));
  yield numericField('16', sumAmounts(corrections));
  yield* buildTable(supplies, createLineBuilder('01', '02', '03'));
  yield* buildTable(triangular, createLineBuilder('05', '06', '07'));
  yield* buildTable(corrections, buildCorrection);
}

function* buildServicesData(operations: readonly ListedOperation[]): Generator<XmlNode | LongXml> {
  const supplies = operations.filter(isCurrent);
  const corrections = operations.filter((one) => !isCurrent(one));
  yield numericField('04', sumAmounts(supplies));
  yield numericField('16', sumAmounts(corrections));
  yield* buildTable(supplies, createLineBuilder('01', '02', '03'));
  yield* buildTable(corrections, buildCorrection);
}

const createLineBuilder =
  (country: string, number: string, amount: string) =>
  (one: ListedOperation): readonly XmlNode[] => [
    textField(country, one.vat_number.slice(0, 2)),
    textField(number, withoutPrefix(one.vat_number)),
    numericField(amount, one.amount),
  ];

/** Years and periods are integers; field 12 holds the quarter, field 18 the month. */
function buildCorrection({ vat_number, code, amount, correcting }: ListedOperation): readonly XmlNode[] {
  const { period_type, year, period } = correcting!;
  return [
    textField('09', vat_number.slice(0, 2)),
    textField('10', withoutPrefix(vat_number)),
    numericField('11', String(year)),
    numericField(period_type === 'quarterly' ? '12' : '18', String(period)),
    numericField('14', amount),
    code === 'T' ? textField('15', 'Yes') : null,
  ];
}

function* buildTable(
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
