import type { OpenLine } from '../lettering/open-line.ts';
import { isNegative, isZero, sum, type Amount, type SignedAmount, ZERO } from '../money.ts';
import type { Problem } from '../refusal.ts';
import { computeOwedAmount } from './allocation.ts';
import { isInSepa } from './countries.ts';
import { buildNotInEuro, findStructuredCommunication, isInEuro } from './creation.ts';
import type { SepaType } from './sepa-events.ts';

/** Proposals of what can be paid or collected now, by third party, with the problems that prevent it. */

/** An open line that is a candidate for a proposal. */
export interface ProposedLine extends OpenLine {
  readonly third_party_id: number;
  /** The active file that already contains the line. */
  readonly in_sepa_file_id: number | null;
}

export interface ProposedParty {
  readonly id: number;
  readonly name: string;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly is_payment_blocked: boolean;
  readonly payment_block_reason: string | null;
  readonly has_mandate: boolean;
}

export interface Proposal {
  readonly third_party: ProposedParty;
  readonly amount: Amount;
  readonly items: readonly ProposedItem[];
  readonly problems: readonly Problem[];
}

export interface ProposedItem {
  readonly line: ProposedLine;
  /** Contribution to the payment: invoices are positive, credit notes negative. */
  readonly amount: SignedAmount;
  readonly structured_communication: string | null;
}

export function buildProposals(
  type: SepaType,
  lines: readonly ProposedLine[],
  parties: ReadonlyMap<number, ProposedParty>,
): readonly Proposal[] {
  const byParty = new Map<number, ProposedLine[]>();
  for (const line of lines) {
    const known = byParty.get(line.third_party_id);
    if (known) known.push(line);
    else byParty.set(line.third_party_id, [line]);
  }
  return [...byParty].map(([id, own]) => buildProposal(type, own, parties.get(id)!));
}

function buildProposal(type: SepaType, lines: readonly ProposedLine[], third_party: ProposedParty): Proposal {
  const free = lines.filter((line) => line.in_sepa_file_id === null && !line.is_disputed && isInEuro(line));
  const owed = computeOwedAmount(type, free);
  const problems: Problem[] = findPartyProblems(type, third_party);
  for (const file of new Set(lines.map(({ in_sepa_file_id }) => in_sepa_file_id)))
    if (file !== null) problems.push({ code: 'line_in_sepa_file', params: { file } });
  for (const { is_disputed, references } of lines)
    if (is_disputed) problems.push({ code: 'line_disputed', params: { reference: references[0] ?? '' } });
  for (const line of lines) if (!isInEuro(line)) problems.push(buildNotInEuro(line));
  if (free.length > 0 && (isZero(owed) || isNegative(owed))) problems.push({ code: 'nothing_to_pay' });
  return {
    third_party,
    amount: isNegative(owed) ? ZERO : owed,
    items: free.map((line) => ({
      line,
      amount: computeOwedAmount(type, [line]),
      structured_communication: findStructuredCommunication(line),
    })),
    problems,
  };
}

function findPartyProblems(type: SepaType, party: ProposedParty): Problem[] {
  const problems: Problem[] = [];
  if (party.iban === null) problems.push({ code: 'iban_missing' });
  else if (!isInSepa(party.iban))
    problems.push({ code: 'iban_outside_sepa', params: { country: party.iban.slice(0, 2) } });
  if (type === 'credit_transfer' && party.is_payment_blocked)
    problems.push({ code: 'payment_blocked', params: { reason: party.payment_block_reason ?? 'none' } });
  if (type === 'direct_debit' && !party.has_mandate) problems.push({ code: 'mandate_missing' });
  return problems;
}

/** Total of the proposals without problems. */
export const sumPayable = (proposals: readonly Proposal[]): Amount =>
  sum(proposals.filter(({ problems }) => problems.length === 0).map(({ amount }) => amount));
