import type { CompanyFile } from '../company-file-state.ts';
import type { Problem, Refusal } from '../refusal.ts';
import { findInvoiceContext } from './build-context.ts';
import type { DocumentContent, Mention } from './document-events.ts';
import { chooseMentions, type MissingMention } from './mentions.ts';

/** The mentions that a document carries from its issue on. With `isStrict`, what is missing refuses it. */
export function issueMentions(
  document: DocumentContent,
  isStrict: boolean,
  file: CompanyFile,
): { readonly mentions?: readonly Mention[] } | Refusal {
  const context = findInvoiceContext(document, file);
  if (!context) return {};
  const { mentions, missing } = chooseMentions(context);
  if (isStrict && missing.length > 0) return refuseMissing(missing);
  return mentions.length > 0 ? { mentions } : {};
}

export const refuseMissing = (missing: readonly MissingMention[]): Refusal => ({
  refused: true,
  code: 'mentions_missing',
  problems: missing.map(toMissingProblem),
  facts: { missing: missing.map(({ source: _source, ...one }) => one) },
});

export const toMissingProblem = ({ code, setting, field, source }: MissingMention): Problem => ({
  code: `mention_missing_${code}`,
  ...((setting ?? field) !== undefined && { field: (setting ?? field)! }),
  params: { source },
});
