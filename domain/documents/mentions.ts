import type { MentionCase, PackMention } from '../country-packs/mentions.ts';
import { isMentionCode } from '../vat-codes/mention.ts';
import type { Mention } from './document-events.ts';
import { listUsedCodes, type InvoiceContext, type InvoiceVatCode } from './invoice-context.ts';
import { MENTION_CHECKS, REQUIREMENT_CHECKS } from './mention-cases.ts';
import { getText, PLACEHOLDERS } from './mention-values.ts';
import { isSelfBilled } from './self-billing.ts';

/** What is missing before a document can be issued: in the settings, or in a field. */
export interface MissingMention {
  readonly code: string;
  /** Dotted path of the setting. */
  readonly setting?: string;
  /** A field of the document, or `company.…`, `third_party.…`, `vat_code.…`. */
  readonly field?: string;
  /** The article that requires it. */
  readonly source: string;
}

export interface InvoiceMentions {
  readonly mentions: readonly Mention[];
  readonly missing: readonly MissingMention[];
}

/** In the order of the country's table: the reasons of the tax first. */
export function chooseMentions(context: InvoiceContext): InvoiceMentions {
  const codes = listUsedCodes(context);
  const isOfSupplier = isSelfBilled(context.document);
  const named = new Set(codes.flatMap((code) => findMentionCode(code) ?? []));
  const chosen = listInForce(context).filter(({ on, code }) =>
    on === 'vat_code'
      ? named.has(code) && !(isOfSupplier && ABROAD.has(code))
      : isConcerned(on, context) && MENTION_CHECKS[on](context),
  );
  const written = chosen.map((mention) => writeMention(mention, context));
  const own = codes.flatMap((code) => (hasOwnWords(code) ? [toOwnMention(code)] : []));
  return {
    mentions: [...own, ...written.flatMap(({ mention }) => mention ?? [])],
    missing: [
      ...written.flatMap(({ missing }) => missing),
      ...(isOfSupplier ? [] : codes.filter(lacksReason)).map(({ code }) => ({
        ...NO_REASON,
        field: `vat_code.${code}.mention`,
      })),
      ...(isOfSupplier ? [] : findMissingRequirements(context)),
    ],
  };
}

const NO_REASON = { code: 'exemption_reason', source: 'Dir. 2006/112/CE art. 226 (11)' };

/** Mentions of a document that the customer issues; the others are about the seller, who is the third party. */
const OF_SELF_BILLED: ReadonlySet<MentionCase> = new Set<MentionCase>([
  ...([
    'self_billed',
    'supply_date',
    'supply_period',
    'foreign_currency',
    'order_reference',
    'delivery_address',
  ] as const),
]);

/** Exemptions in the country of a supplier abroad, which the law of the company does not name. */
const ABROAD: ReadonlySet<string> = new Set(['intracom_goods', 'export']);

const isConcerned = (on: MentionCase, context: InvoiceContext): boolean =>
  !isSelfBilled(context.document) || OF_SELF_BILLED.has(on);

/** The wording of each mention on the day of the document. */
function listInForce({ pack, document }: InvoiceContext): readonly PackMention[] {
  const latest = new Map<string, PackMention>();
  for (const mention of pack.mentions) {
    const other = latest.get(mention.code);
    if (mention.from <= document.document_date && (!other || other.from <= mention.from))
      latest.set(mention.code, mention);
  }
  return pack.mentions.filter((mention) => latest.get(mention.code) === mention);
}

/** Own words have no code in the table of the country. */
export const hasOwnWords = ({ mention }: InvoiceVatCode): boolean => mention !== null && !isMentionCode(mention);

export const getOwnMentionCode = ({ code }: InvoiceVatCode): string =>
  `vat_code_${code.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`;

const toOwnMention = (code: InvoiceVatCode): Mention => ({
  code: getOwnMentionCode(code),
  text: code.mention!,
  source: code.code,
});

/** The code of the mention of a VAT code; null if it needs none, has own words, or its reason is unknown. */
export function findMentionCode(code: InvoiceVatCode): string | null {
  if (code.kind === 'margin') return `margin_${code.margin_kind ?? 'second_hand'}`;
  if (code.mention !== null) return hasOwnWords(code) ? null : code.mention;
  switch (code.kind) {
    case 'reverse_charge':
    case 'export':
    case 'outside_scope':
      return code.kind;
    case 'intracom':
      return code.intra_listing === 'L'
        ? 'intracom_goods'
        : code.intra_listing === 'T'
          ? 'triangular'
          : 'intracom_services';
    default:
      return null;
  }
}

const lacksReason = (code: InvoiceVatCode): boolean => code.kind === 'exempt' && code.mention === null;

/** Texts of the settings that replace the words of the table. */
const REPLACED_BY: Readonly<Record<string, string>> = {
  late_interest: 'invoices.late_interest_text',
  no_discount: 'invoices.discount_text',
};

interface WrittenMention {
  /** Null if a value is missing. */
  readonly mention: Mention | null;
  readonly missing: readonly MissingMention[];
}

function writeMention({ code, source, texts }: PackMention, context: InvoiceContext): WrittenMention {
  const replacing = REPLACED_BY[code];
  const own = replacing === undefined ? null : getText(context, replacing);
  if (own !== null) return { mention: { code, text: own, source }, missing: [] };
  const missing: MissingMention[] = [];
  const text = texts[context.language].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { comesFrom, read } = PLACEHOLDERS[name]!;
    const value = read(context);
    if (value === null) missing.push({ code, ...toPlace(comesFrom), source });
    return value ?? '';
  });
  return { mention: missing.length > 0 ? null : { code, text, source }, missing };
}

function findMissingRequirements(context: InvoiceContext): readonly MissingMention[] {
  const { pack, document } = context;
  return pack.invoiceRequirements
    .filter(({ on, from }) => from <= document.document_date && REQUIREMENT_CHECKS[on](context))
    .filter(({ needs }) => !isKnown(needs, context))
    .map(({ code, needs, source }) => ({ code, ...toPlace(needs), source }));
}

const SETTINGS = 'settings.';

const toPlace = (path: string): Pick<MissingMention, 'setting' | 'field'> =>
  path.startsWith(SETTINGS) ? { setting: path.slice(SETTINGS.length) } : { field: path };

function isKnown(path: string, context: InvoiceContext): boolean {
  if (path.startsWith(SETTINGS)) return getText(context, path.slice(SETTINGS.length)) !== null;
  const { company, customer, document } = context;
  switch (path) {
    case 'company.vat_number':
      return company.vat_number !== null;
    case 'company.enterprise_number':
      return company.enterprise_number !== null;
    case 'company.address':
      return hasAddress(company);
    case 'third_party.vat_number':
      return customer.vat_number !== null;
    case 'third_party.address':
      return hasAddress(customer);
    case 'due_date':
      return document.due_date !== null;
    case 'nature':
      return (
        MENTION_CHECKS.nature_goods(context) ||
        MENTION_CHECKS.nature_services(context) ||
        MENTION_CHECKS.nature_both(context)
      );
    default:
      throw new Error(`Unknown requirement ${path}`);
  }
}

const hasAddress = ({ address, street, city }: InvoiceContext['customer']): boolean =>
  address !== null || (street !== null && city !== null);
