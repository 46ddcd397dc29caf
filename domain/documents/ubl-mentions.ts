import type { UblDocument, VatCategory } from '../e-invoicing/index.ts';
import type { Mention } from './document-events.ts';
import { listUsedCodes, type InvoiceContext, type InvoiceVatCode } from './invoice-context.ts';
import { findMentionCode, hasOwnWords, getOwnMentionCode } from './mentions.ts';

/** The mentions of a document in an electronic invoice: reasons of exemption beside the tax, the others in the note. */
export interface UblMentions extends Pick<UblDocument, 'exemptionReasons' | 'exemptionCodes'> {
  readonly notes: readonly string[];
}

/** Mentions that have an element of their own. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'order_reference',
  'supply_date',
  'supply_period',
  'delivery_address',
  'discount',
  'discount_terms',
]);

/** Mentions that the French profile has elements for. */
const IN_FRENCH_PROFILE: ReadonlySet<string> = new Set([
  ...['nature_goods', 'nature_services', 'nature_both', 'customer_siren'],
]);

/** The mentions that the French profile repeats neither as notes with a subject nor as elements. */
export const omitFrenchNotes = (mentions: readonly Mention[], { pack }: InvoiceContext): readonly Mention[] =>
  mentions.filter(
    ({ code }) =>
      !IN_FRENCH_PROFILE.has(code) && !pack.mentions.some((one) => one.code === code && one.subject !== null),
  );

/** Categories without tax, whose reason is written beside the tax. */
const UNTAXED: ReadonlySet<VatCategory> = new Set<VatCategory>(['AE', 'K', 'G', 'E', 'O']);

export function toUblMentions(
  mentions: readonly Mention[],
  context: InvoiceContext,
  findCategory: (code: InvoiceVatCode) => VatCategory,
): UblMentions {
  const byCategory = new Map<VatCategory, Set<string>>();
  for (const code of listUsedCodes(context)) {
    const category = findCategory(code);
    const named = hasOwnWords(code) ? getOwnMentionCode(code) : findMentionCode(code);
    if (named === null || !UNTAXED.has(category)) continue;
    byCategory.set(category, (byCategory.get(category) ?? new Set()).add(named));
  }
  const reasons = new Set([...byCategory.values()].flatMap((codes) => [...codes]));
  const written = [...byCategory].map(([category, codes]) => {
    const texts = mentions.filter(({ code }) => codes.has(code)).map(({ text }) => text);
    return [category, { text: texts.join('\n'), vatex: findVatex([...codes], context) }] as const;
  });
  return {
    exemptionReasons: Object.fromEntries(
      written.filter(([, { text }]) => text !== '').map(([category, { text }]) => [category, text]),
    ),
    exemptionCodes: Object.fromEntries(
      written.flatMap(([category, { vatex }]) => (vatex === null ? [] : [[category, vatex]])),
    ),
    notes: mentions.filter(({ code }) => !reasons.has(code) && !ELSEWHERE.has(code)).map(({ text }) => text),
  };
}

/** One reason has a code; several in one category have none in common. */
function findVatex(codes: readonly string[], { pack }: InvoiceContext): string | null {
  const found = new Set(codes.map((named) => pack.mentions.find(({ code }) => code === named)?.vatex ?? null));
  return found.size === 1 ? [...found][0]! : null;
}
