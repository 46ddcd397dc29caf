import { findCountryPack } from '../../domain/country-packs/index.ts';
import type { PackBox } from '../../domain/country-packs/pack.ts';
import { getTaxCurrency } from '../../domain/currency/tax-rate.ts';
import { isLanguage, type Language } from '../../domain/language.ts';
import { isZero, ZERO } from '../../domain/money.ts';
import { mapByBox } from '../../domain/vat-declarations/computation.ts';
import { getFormByCode } from '../../domain/vat-declarations/form.ts';
import { formatPeriodLabel } from '../../domain/vat-declarations/period.ts';
import { findTextSetting } from '../../domain/vat-filing/filer.ts';
import type { CompanyRow } from '../../projections/companies/queries.ts';
import type { DeclarationRow } from '../../projections/vat-declarations/queries.ts';
import type { Fact, FormFrame, FormLine, PrintedForm, Table, TableDocument } from '../exports/document.ts';
import { formatDate } from '../exports/notation.ts';
import { getFrameTitle, wordsIn } from './words.ts';

/** A printed VAT return: the French one as its official form, the others as a document with one table per frame. */

export interface PrintedReturn {
  readonly declaration: DeclarationRow;
  readonly company: CompanyRow;
  readonly sender: TableDocument['sender'];
  readonly language: Language;
}

/** Language of the settings, else of the company file. */
export function resolveReturnLanguage(company: CompanyRow): Language {
  const declarant = findTextSetting(company, 'vat.declarant.language');
  return isLanguage(declarant) ? declarant : company.locale;
}

export function buildReturnDocument(printed: PrintedReturn): TableDocument {
  const { declaration, company, sender, language } = printed;
  const label = formatPeriodLabel(declaration, language);
  const title = formatTitle(printed);
  const isForm = declaration.form === 'CA3';
  return {
    language,
    title,
    date: declaration.ends_on,
    currency: getTaxCurrency(company.country_pack),
    sender,
    recipient: null,
    facts: buildFacts(printed),
    tables: isForm ? [] : buildTables(printed),
    ...(isForm && { form: buildPrintedForm(printed) }),
    ...buildNotes(printed),
    ...(declaration.structured_communication !== null &&
      !isZero(declaration.amount_due) && { payment: buildPayment(printed) }),
    fileName: `${title} ${label}`,
  };
}

/** Uses the number of the form, as people call it; the form names of Luxembourg are only used by its platform. */
const formatTitle = ({ declaration, company, language }: PrintedReturn): string => {
  const say = wordsIn(language);
  return company.country_pack === 'LU'
    ? say(`return_${declaration.period_type}`)
    : `${say('return_title')} ${declaration.form}`;
};

const buildDraftMark = ({ declaration, language }: PrintedReturn) =>
  declaration.status === 'draft' ? { mark: wordsIn(language)('draft') } : {};

function buildFacts(printed: PrintedReturn): readonly Fact[] {
  const { declaration, company, language } = printed;
  const say = wordsIn(language);
  const isDue = isZero(declaration.amount_refund);
  const { mark } = buildDraftMark(printed);
  return [
    {
      key: 'period',
      label: say('period'),
      kind: 'text',
      value: {
        term: `${declaration.starts_on}/${declaration.ends_on}`,
        text: formatPeriodLabel(declaration, language),
      },
      ...(mark !== undefined && { meaning: mark }),
    },
    ...(company.country_pack === 'LU'
      ? [{ key: 'form', label: say('form'), kind: 'text', value: declaration.form } as const]
      : []),
    buildDateFact(printed),
    {
      key: isDue ? 'amount_due' : 'amount_refund',
      label: say(isDue ? 'amount_due' : 'amount_refund'),
      kind: 'amount',
      value: isDue ? declaration.amount_due : declaration.amount_refund,
      isMain: true,
    },
  ];
}

function buildDateFact({ declaration, language }: PrintedReturn): Fact {
  const say = wordsIn(language);
  if (declaration.filed_on !== null)
    return { key: 'filed_on', label: say('filed_on'), kind: 'date', value: declaration.filed_on };
  return { key: 'due_on', label: say('due_on'), kind: 'date', value: declaration.due_on };
}

/** One table per frame; for Luxembourg, only the fields that are filled in, as in the file. */
function buildTables({ declaration, company, language }: PrintedReturn): readonly Table[] {
  const say = wordsIn(language, company.country_pack);
  const amounts = mapByBox(declaration.boxes);
  const form = getFormByCode(company.country_pack, declaration.form);
  // The Belgian form prints subtotals; those of Luxembourg are our own.
  const boxes = form.boxes.filter(({ isFiled }) => isFiled || form.country === 'BE');
  const shown = new Set(boxes.map(({ box }) => box));
  // A formula with hidden boxes is not shown as a total.
  const isTotal = ({ formula }: PackBox): boolean =>
    formula !== null && formula.terms.every(({ box }) => shown.has(box));
  const isShown = (one: PackBox): boolean =>
    form.country !== 'LU' || isTotal(one) || !isZero(amounts.get(one.box) ?? ZERO);
  const said = boxes.filter(isShown);
  const frames = [...new Set(said.map(({ frame }) => frame))];
  return frames.map((frame) => ({
    key: frame,
    title: getFrameTitle(company.country_pack, frame, language),
    columns: [
      { key: 'box', label: say('box'), kind: 'text', width: 8 },
      { key: 'operation', label: say('operation'), kind: 'text', width: 66 },
      { key: 'amount', label: say('amount'), kind: 'amount', width: 18 },
    ],
    streamRows: () =>
      said
        .filter((one) => one.frame === frame)
        .map((one) => ({
          cells: [one.box, { term: one.box, text: one.labels[language] }, amounts.get(one.box) ?? ZERO],
          isTotal: isTotal(one),
        })),
  }));
}

/** Identification for the administration, signatory, comment and requests. */
function buildNotes({ declaration, company, language }: PrintedReturn): { readonly notes?: string } {
  const say = wordsIn(language);
  const getSetting = (name: string): string | null => findTextSetting(company, `vat.${name}`);
  const buildPart = (label: string, value: string | null): readonly string[] =>
    value === null ? [] : [`${label} ${value}`];
  const administration = [
    ...(getSetting('administration_cell') === null ? [] : [getSetting('administration_cell')!]),
    ...buildPart(say('directorate'), getSetting('directorate_number')),
    ...buildPart(say('office'), getSetting('office_number')),
  ];
  const lines = [
    ...(administration.length === 0 ? [] : [`${say('administration')}: ${administration.join(', ')}`]),
    ...buildDeclarantLines(company, language),
    ...(declaration.requests.restitution ? [say('restitution')] : []),
    ...(declaration.requests.client_listing_nil ? [say('client_listing_nil')] : []),
    ...(declaration.comment === null ? [] : [`${say('comment')}: ${declaration.comment}`]),
  ];
  return lines.length === 0 ? {} : { notes: lines.join('\n') };
}

function buildDeclarantLines(company: CompanyRow, language: Language): readonly string[] {
  if (company.settings['vat.declarant.applicable'] !== true) return [];
  const say = wordsIn(language);
  const getSetting = (name: string): string | null => findTextSetting(company, `vat.declarant.${name}`);
  const contact = [getSetting('company_name'), getSetting('phone'), getSetting('fax'), getSetting('email')];
  const formatSignature = (name: string | null, title: string | null): readonly string[] =>
    name === null ? [] : [`${say('signature')}: ${[name, title].filter((one) => one !== null).join(', ')}`];
  const known = contact.filter((one) => one !== null);
  return [
    ...(known.length === 0 ? [] : [`${say('declarant')}: ${known.join(', ')}`]),
    ...formatSignature(getSetting('signatory_1'), getSetting('signatory_1_title')),
    ...formatSignature(getSetting('signatory_2'), getSetting('signatory_2_title')),
  ];
}

function buildPayment({ declaration, language }: PrintedReturn): NonNullable<TableDocument['payment']> {
  const say = wordsIn(language);
  const value = declaration.structured_communication!.replace(/^(\d{3})(\d{4})(\d{5})$/, '+++$1/$2/$3+++');
  return {
    title: say('payment'),
    facts: [{ key: 'communication', label: say('communication'), kind: 'text', value }],
  };
}

const BEFORE_TAX = '-HT';

function buildPrintedForm(printed: PrintedReturn): PrintedForm {
  const { declaration, company, language } = printed;
  const say = wordsIn(language);
  const { boxes } = getFormByCode(company.country_pack, declaration.form);
  const amounts = mapByBox(declaration.boxes);
  const formatBox = (box: string): string => (isZero(amounts.get(box) ?? ZERO) ? '' : amounts.get(box)!);
  const known = new Set(boxes.map(({ box }) => box));
  const buildFormLine = ({ box, labels, formula }: PackBox, hasBase: boolean): FormLine => ({
    box,
    label: labels[language],
    amounts: hasBase
      ? [known.has(box + BEFORE_TAX) ? formatBox(box + BEFORE_TAX) : null, formatBox(box)]
      : [formatBox(box)],
    isTotal: formula !== null,
  });
  const listFormLines = (frame: string, hasBase = false): readonly FormLine[] =>
    boxes
      .filter((one) => one.frame === frame && !one.box.endsWith(BEFORE_TAX))
      .map((one) => buildFormLine(one, hasBase));
  const frames: readonly FormFrame[] = [
    {
      title: say('ca3_a'),
      parts: [
        { title: say('taxed'), columns: [''], lines: listFormLines('A-I') },
        { title: say('untaxed'), columns: [''], lines: listFormLines('A-II') },
      ],
    },
    {
      title: say('ca3_b'),
      parts: [{ title: say('gross_tax'), columns: [say('base'), say('tax')], lines: listFormLines('B-I', true) }],
    },
    { title: say('ca3_b'), parts: [{ title: say('deductible'), columns: [''], lines: listFormLines('B-II') }] },
    { title: say('ca3_b'), parts: [{ title: say('outcome'), columns: [''], lines: listFormLines('B-III') }] },
  ];
  return {
    number: 'N° 3310-CA3',
    heading: say('ca3_heading'),
    identity: buildIdentity(printed),
    ...buildDraftMark(printed),
    frames,
  };
}

function buildIdentity(printed: PrintedReturn): readonly Fact[] {
  const { declaration, company, language } = printed;
  const say = wordsIn(language);
  const pack = findCountryPack(company.country_pack)!;
  const formatDay = (date: string): string => formatDate(date, language);
  const buildTextFact = (key: string, label: string, value: string | null): readonly Fact[] =>
    value === null ? [] : [{ key, label, kind: 'text', value }];
  const { key, label } = buildDateFact(printed);
  return [
    ...buildTextFact(
      'period',
      say('period'),
      `${formatDay(declaration.starts_on)} – ${formatDay(declaration.ends_on)}`,
    ),
    ...buildTextFact(
      'siren',
      say('siren'),
      company.enterprise_number && pack.enterpriseNumber.format(company.enterprise_number),
    ),
    ...buildTextFact('vat_number', say('vat_number'), company.vat_number && pack.vatNumber.format(company.vat_number)),
    ...buildTextFact(key, label, formatDay(declaration.filed_on ?? declaration.due_on)),
  ];
}
