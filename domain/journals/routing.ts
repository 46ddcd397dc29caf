import { compare } from '../money.ts';
import { toSearchable } from '../text.ts';
import { findJournalDocuments } from './documents.ts';

/**
 * Finds the rule for a document and explains the choice: rules are evaluated in order, each with the result of its
 * conditions.
 */

export interface RoutedDocument {
  readonly direction: 'purchase' | 'sale';
  readonly document_type: 'invoice' | 'credit_note';
  readonly third_party_id: number | null;
  readonly amount: string | null;
  /** Number, description and names, searched for keywords. */
  readonly text: string | null;
}

export interface Rule {
  readonly id: number;
  readonly journal_id: number;
  readonly position: number;
  readonly direction: string | null;
  readonly document_type: string | null;
  readonly third_party_id: number | null;
  readonly amount_min: string | null;
  readonly amount_max: string | null;
  readonly keyword: string | null;
  readonly is_active: boolean;
}

export interface RoutedJournal {
  readonly id: number;
  readonly code: string;
  readonly type: string;
  readonly is_active: boolean;
  readonly is_default: boolean;
}

export const CONDITIONS = [
  'is_active',
  'direction',
  'document_type',
  'third_party',
  'amount_min',
  'amount_max',
  'keyword',
] as const;
export type Condition = (typeof CONDITIONS)[number];

export interface Evaluation {
  readonly rule: Rule;
  readonly isMatch: boolean;
  /** The conditions of the rule, and whether the document meets each. */
  readonly conditions: readonly { readonly condition: Condition; readonly isMet: boolean }[];
}

export interface Routing {
  readonly rule: Rule | null;
  /** The journal of the rule, otherwise the default journal for such documents. Null if there is none. */
  readonly journal: RoutedJournal | null;
  /** In order of evaluation. Rules after the matching one are not evaluated. */
  readonly evaluations: readonly Evaluation[];
}

export function routeDocument(
  document: RoutedDocument,
  rules: readonly Rule[],
  journals: readonly RoutedJournal[],
): Routing {
  const byId = new Map(journals.map((journal) => [journal.id, journal]));
  const evaluations: Evaluation[] = [];
  for (const rule of [...rules].sort((left, right) => left.position - right.position || left.id - right.id)) {
    const journal = byId.get(rule.journal_id);
    if (!journal) continue;
    const evaluation = evaluateRule(rule, journal, document);
    evaluations.push(evaluation);
    if (evaluation.isMatch) return { rule, journal, evaluations };
  }
  return { rule: null, journal: findDefaultJournal(document, journals), evaluations };
}

/** The documents that the journal accepts count as conditions too. */
function evaluateRule(rule: Rule, journal: RoutedJournal, document: RoutedDocument): Evaluation {
  const documents = findJournalDocuments(journal.type);
  const { amount, text } = document;
  const conditions: { condition: Condition; isMet: boolean }[] = [
    { condition: 'is_active', isMet: rule.is_active && journal.is_active },
    { condition: 'direction', isMet: documents?.direction === document.direction },
    { condition: 'document_type', isMet: documents?.type === document.document_type },
  ];
  if (rule.third_party_id !== null)
    conditions.push({ condition: 'third_party', isMet: rule.third_party_id === document.third_party_id });
  if (rule.amount_min !== null)
    conditions.push({ condition: 'amount_min', isMet: amount !== null && compare(amount, rule.amount_min) >= 0 });
  if (rule.amount_max !== null)
    conditions.push({ condition: 'amount_max', isMet: amount !== null && compare(amount, rule.amount_max) <= 0 });
  if (rule.keyword !== null)
    conditions.push({
      condition: 'keyword',
      isMet: text !== null && toSearchable(text).includes(toSearchable(rule.keyword)),
    });
  return { rule, isMatch: conditions.every(({ isMet }) => isMet), conditions };
}

function findDefaultJournal(document: RoutedDocument, journals: readonly RoutedJournal[]): RoutedJournal | null {
  const fitting = journals
    .filter(({ type, is_active }) => {
      const documents = findJournalDocuments(type);
      return is_active && documents?.direction === document.direction && documents.type === document.document_type;
    })
    .sort((left, right) => left.code.localeCompare(right.code, 'en'));
  return fitting.find(({ is_default }) => is_default) ?? fitting[0] ?? null;
}
