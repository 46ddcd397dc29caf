import { countryPack } from '../../domain/country-packs/index.ts';
import type { PackBox } from '../../domain/country-packs/pack.ts';
import { isLanguage, type Language } from '../../domain/language.ts';
import { isZero, ZERO } from '../../domain/money.ts';
import { byBox } from '../../domain/vat-declarations/computation.ts';
import { formByCode } from '../../domain/vat-declarations/form.ts';
import { periodLabel } from '../../domain/vat-declarations/period.ts';
import { settingOf } from '../../domain/vat-filing/filer.ts';
import type { CompanyRow } from '../../projections/companies/queries.ts';
import type { DeclarationRow } from '../../projections/vat-declarations/queries.ts';
import type { Fact, FormFrame, FormLine, PrintedForm, Table, TableDocument } from '../exports/document.ts';
import { writtenDate } from '../exports/notation.ts';
import { frameTitle, wordsIn } from './words.ts';

/** A VAT return on paper: the French one as its form, the others as a document with a table a frame. */

export interface PrintedReturn {
  readonly declaration: DeclarationRow;
  readonly company: CompanyRow;
  readonly sender: TableDocument['sender'];
  readonly language: Language;
}

/** As the settings say, else that of the company file. */
export function languageOfReturn(company: CompanyRow): Language {
  const declarant = settingOf(company, 'vat.declarant.language');
  return isLanguage(declarant) ? declarant : company.locale;
}

export function returnDocument(printed: PrintedReturn): TableDocument {
  const { declaration, company, sender, language } = printed;
  const label = periodLabel(declaration, language);
  const title = titleOf(printed);
  const isForm = declaration.form === 'CA3';
  return {
    language,
    title,
    date: declaration.ends_on,
    currency: company.currency,
    sender,
    recipient: null,
    facts: factsOf(printed),
    tables: isForm ? [] : tablesOf(printed),
    ...(isForm && { form: formOf(printed) }),
    ...notesOf(printed),
    ...(declaration.structured_communication !== null &&
      !isZero(declaration.amount_due) && { payment: paymentOf(printed) }),
    fileName: `${title} ${label}`,
  };
}

/** By the number of the form, as people call it; those of Luxembourg have names that only its platform uses. */
const titleOf = ({ declaration, company, language }: PrintedReturn): string => {
  const say = wordsIn(language);
  return company.country_pack === 'LU'
    ? say(`return_${declaration.period_type}`)
    : `${say('return_title')} ${declaration.form}`;
};

const draftMark = ({ declaration, language }: PrintedReturn) =>
  declaration.status === 'draft' ? { mark: wordsIn(language)('draft') } : {};

function factsOf(printed: PrintedReturn): readonly Fact[] {
  const { declaration, company, language } = printed;
  const say = wordsIn(language);
  const isDue = isZero(declaration.amount_refund);
  const { mark } = draftMark(printed);
  return [
    {
      key: 'period',
      label: say('period'),
      kind: 'text',
      value: { term: `${declaration.starts_on}/${declaration.ends_on}`, text: periodLabel(declaration, language) },
      ...(mark !== undefined && { meaning: mark }),
    },
    ...(company.country_pack === 'LU'
      ? [{ key: 'form', label: say('form'), kind: 'text', value: declaration.form } as const]
      : []),
    dayFact(printed),
    {
      key: isDue ? 'amount_due' : 'amount_refund',
      label: say(isDue ? 'amount_due' : 'amount_refund'),
      kind: 'amount',
      value: isDue ? declaration.amount_due : declaration.amount_refund,
      isMain: true,
    },
  ];
}

function dayFact({ declaration, language }: PrintedReturn): Fact {
  const say = wordsIn(language);
  if (declaration.filed_on !== null)
    return { key: 'filed_on', label: say('filed_on'), kind: 'date', value: declaration.filed_on };
  return { key: 'due_on', label: say('due_on'), kind: 'date', value: declaration.due_on };
}

/** Frame by frame; of the many fields of Luxembourg those that say something, as in the file. */
function tablesOf({ declaration, company, language }: PrintedReturn): readonly Table[] {
  const say = wordsIn(language, company.country_pack);
  const amounts = byBox(declaration.boxes);
  const form = formByCode(company.country_pack, declaration.form);
  // The subtotals of Belgium are printed on the form; those of Luxembourg are our own.
  const boxes = form.boxes.filter(({ isFiled }) => isFiled || form.country === 'BE');
  const shown = new Set(boxes.map(({ box }) => box));
  // What is left over by boxes that are not shown is no total.
  const isTotal = ({ formula }: PackBox): boolean =>
    formula !== null && formula.terms.every(({ box }) => shown.has(box));
  const isSaid = (one: PackBox): boolean =>
    form.country !== 'LU' || isTotal(one) || !isZero(amounts.get(one.box) ?? ZERO);
  const said = boxes.filter(isSaid);
  const frames = [...new Set(said.map(({ frame }) => frame))];
  return frames.map((frame) => ({
    key: frame,
    title: frameTitle(company.country_pack, frame, language),
    columns: [
      { key: 'box', label: say('box'), kind: 'text', width: 8 },
      { key: 'operation', label: say('operation'), kind: 'text', width: 66 },
      { key: 'amount', label: say('amount'), kind: 'amount', width: 18 },
    ],
    rows: () =>
      said
        .filter((one) => one.frame === frame)
        .map((one) => ({
          cells: [one.box, { term: one.box, text: one.labels[language] }, amounts.get(one.box) ?? ZERO],
          isTotal: isTotal(one),
        })),
  }));
}

/** What the administration knows the company by, who signs, and what was said or asked. */
function notesOf({ declaration, company, language }: PrintedReturn): { readonly notes?: string } {
  const say = wordsIn(language);
  const setting = (name: string): string | null => settingOf(company, `vat.${name}`);
  const part = (label: string, value: string | null): readonly string[] =>
    value === null ? [] : [`${label} ${value}`];
  const administration = [
    ...(setting('administration_cell') === null ? [] : [setting('administration_cell')!]),
    ...part(say('directorate'), setting('directorate_number')),
    ...part(say('office'), setting('office_number')),
  ];
  const lines = [
    ...(administration.length === 0 ? [] : [`${say('administration')}: ${administration.join(', ')}`]),
    ...declarantLines(company, language),
    ...(declaration.requests.restitution ? [say('restitution')] : []),
    ...(declaration.requests.client_listing_nil ? [say('client_listing_nil')] : []),
    ...(declaration.comment === null ? [] : [`${say('comment')}: ${declaration.comment}`]),
  ];
  return lines.length === 0 ? {} : { notes: lines.join('\n') };
}

function declarantLines(company: CompanyRow, language: Language): readonly string[] {
  if (company.settings['vat.declarant.applicable'] !== true) return [];
  const say = wordsIn(language);
  const setting = (name: string): string | null => settingOf(company, `vat.declarant.${name}`);
  const contact = [setting('company_name'), setting('phone'), setting('fax'), setting('email')];
  const signed = (name: string | null, title: string | null): readonly string[] =>
    name === null ? [] : [`${say('signature')}: ${[name, title].filter((one) => one !== null).join(', ')}`];
  const known = contact.filter((one) => one !== null);
  return [
    ...(known.length === 0 ? [] : [`${say('declarant')}: ${known.join(', ')}`]),
    ...signed(setting('signatory_1'), setting('signatory_1_title')),
    ...signed(setting('signatory_2'), setting('signatory_2_title')),
  ];
}

function paymentOf({ declaration, language }: PrintedReturn): NonNullable<TableDocument['payment']> {
  const say = wordsIn(language);
  const value = declaration.structured_communication!.replace(/^(\d{3})(\d{4})(\d{5})$/, '+++$1/$2/$3+++');
  return {
    title: say('payment'),
    facts: [{ key: 'communication', label: say('communication'), kind: 'text', value }],
  };
}

const BEFORE_TAX = '-HT';

function formOf(printed: PrintedReturn): PrintedForm {
  const { declaration, company, language } = printed;
  const say = wordsIn(language);
  const { boxes } = formByCode(company.country_pack, declaration.form);
  const amounts = byBox(declaration.boxes);
  const written = (box: string): string => (isZero(amounts.get(box) ?? ZERO) ? '' : amounts.get(box)!);
  const known = new Set(boxes.map(({ box }) => box));
  const lineOf = ({ box, labels, formula }: PackBox, hasBase: boolean): FormLine => ({
    box,
    label: labels[language],
    amounts: hasBase ? [known.has(box + BEFORE_TAX) ? written(box + BEFORE_TAX) : null, written(box)] : [written(box)],
    isTotal: formula !== null,
  });
  const linesOf = (frame: string, hasBase = false): readonly FormLine[] =>
    boxes.filter((one) => one.frame === frame && !one.box.endsWith(BEFORE_TAX)).map((one) => lineOf(one, hasBase));
  const frames: readonly FormFrame[] = [
    {
      title: say('ca3_a'),
      parts: [
        { title: say('taxed'), columns: [''], lines: linesOf('A-I') },
        { title: say('untaxed'), columns: [''], lines: linesOf('A-II') },
      ],
    },
    {
      title: say('ca3_b'),
      parts: [{ title: say('gross_tax'), columns: [say('base'), say('tax')], lines: linesOf('B-I', true) }],
    },
    { title: say('ca3_b'), parts: [{ title: say('deductible'), columns: [''], lines: linesOf('B-II') }] },
    { title: say('ca3_b'), parts: [{ title: say('outcome'), columns: [''], lines: linesOf('B-III') }] },
  ];
  return {
    number: 'N° 3310-CA3',
    heading: say('ca3_heading'),
    identity: identityOf(printed),
    ...draftMark(printed),
    frames,
  };
}

function identityOf(printed: PrintedReturn): readonly Fact[] {
  const { declaration, company, language } = printed;
  const say = wordsIn(language);
  const pack = countryPack(company.country_pack)!;
  const day = (date: string): string => writtenDate(date, language);
  const text = (key: string, label: string, value: string | null): readonly Fact[] =>
    value === null ? [] : [{ key, label, kind: 'text', value }];
  const { key, label } = dayFact(printed);
  return [
    ...text('period', say('period'), `${day(declaration.starts_on)} – ${day(declaration.ends_on)}`),
    ...text(
      'siren',
      say('siren'),
      company.enterprise_number && pack.enterpriseNumber.format(company.enterprise_number),
    ),
    ...text('vat_number', say('vat_number'), company.vat_number && pack.vatNumber.format(company.vat_number)),
    ...text(key, label, day(declaration.filed_on ?? declaration.due_on)),
  ];
}
