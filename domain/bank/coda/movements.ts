import type { PlainDate } from '../../dates.ts';
import type { SignedAmount } from '../../money.ts';
import { isSumOf, omitUndefined, cleanText, type Movement, type StatementWarning } from '../statement.ts';
import { parseCounterpartAccount } from './account.ts';
import {
  parseInformation,
  parseReturnReason,
  parseStructuredCommunication,
  type ParsedCommunication,
} from './communications.ts';
import { readExchange } from '../exchange.ts';

/** A CODA movement, collected record by record. */
export interface RawMovement {
  readonly sequence: number;
  readonly detail: number;
  /** Null for a detail with fractions of a cent, which cannot be booked. */
  readonly amount: SignedAmount | null;
  readonly entryDate: PlainDate | null;
  readonly valueDate: PlainDate | null;
  readonly code: string;
  readonly reference: string | undefined;
  readonly isStructured: boolean;
  /** Offset in bytes of its first record. */
  readonly offset: number;
  length: number;
  /** Raw text of the records, concatenated. */
  communication: string;
  endToEndId?: string | undefined;
  bic?: string | undefined;
  account?: string | undefined;
  name?: string | undefined;
  purpose?: string | undefined;
  returned?: Partial<Movement>;
  /** Information records: type, or null for free text, and content. */
  readonly information: { readonly type: string | null; readonly detail: number; text: string }[];
}

/** The part of a statement read so far. */
export interface OpenMovements {
  /** The movement being read, with its details. */
  group: RawMovement[];
  /** Completed movements: the records of a large file are not all kept in memory. */
  readonly movements: Movement[];
  /** Amount of each movement, before it is replaced by its details. */
  readonly amounts: SignedAmount[];
  readonly warnings: StatementWarning[];
}

/** Marks a movement without a date: the statement date comes later in the file. */
const UNDATED = '';

/** Completes the movement being read. */
export function endGroup({ group, movements, amounts, warnings }: OpenMovements): void {
  if (group.length === 0) return;
  const counts = splitGroup(group, UNDATED);
  movements.push(...counts.movements);
  amounts.push(group[0]!.amount!);
  if (counts.warning) warnings.push(counts.warning);
}

/** Uses the statement date for movements without a date. */
export const withStatementDate = (movements: readonly Movement[], day: PlainDate): readonly Movement[] =>
  movements.map((movement) =>
    movement.entry_date === UNDATED
      ? { ...movement, entry_date: day, value_date: movement.value_date === UNDATED ? day : movement.value_date }
      : movement,
  );

/** First digit of the code of a second-level detail. */
const SECOND_LEVEL = '9';

/**
 * Returns the movement, or its details if they add up to it. Banks also send details that do not add up, such as a total
 * in another currency: then the total is used, with a warning.
 */
function splitGroup(
  group: readonly RawMovement[],
  day: PlainDate,
): { readonly movements: readonly Movement[]; readonly warning: StatementWarning | null } {
  const [total, ...details] = group;
  if (!total) return { movements: [], warning: null };
  if (details.length === 0) return { movements: [buildMovement(total, day)], warning: null };
  const parts = withInnerDetails(details);
  if (hasAmounts(parts) && isSumOf(total.amount!, parts)) {
    const movements = parts.map((part) => buildMovement(part, day, total));
    return { movements, warning: null };
  }
  const warning = { code: 'details_do_not_add_up', params: { sequence: total.sequence, total: total.amount! } };
  return { movements: [buildMovement(total, day)], warning };
}

type Amounted = RawMovement & { readonly amount: SignedAmount };

const hasAmounts = (parts: readonly RawMovement[]): parts is readonly Amounted[] =>
  parts.every(({ amount }) => amount !== null);

/** Replaces a detail by its own details if they add up to it. */
function withInnerDetails(details: readonly RawMovement[]): readonly RawMovement[] {
  const outer: { part: RawMovement; inner: RawMovement[] }[] = [];
  for (const part of details) {
    const last = outer.at(-1);
    if (part.code.startsWith(SECOND_LEVEL) && last) last.inner.push(part);
    else outer.push({ part, inner: [] });
  }
  return outer.flatMap(({ part, inner }) =>
    part.amount !== null && hasAmounts(inner) && isSumOf(part.amount, inner) ? inner : [part],
  );
}

function buildMovement(raw: RawMovement, day: PlainDate, total?: RawMovement): Movement {
  const said = mergeInformation(raw);
  const ofTotal = total && !said.communication && !said.structured_communication ? mergeInformation(total) : undefined;
  const entry_date = raw.entryDate ?? total?.entryDate ?? day;
  const exchanged = said.exchange && readExchange(raw.amount!, said.exchange);
  return omitUndefined<Movement>({
    entry_date,
    value_date: raw.valueDate ?? total?.valueDate ?? entry_date,
    amount: raw.amount!,
    communication: said.communication ?? ofTotal?.communication,
    structured_communication: said.structured_communication ?? ofTotal?.structured_communication,
    counterpart_iban: parseCounterpartAccount(raw.account ?? ''),
    counterpart_name: cleanText(raw.name) ?? said.counterpart_name,
    counterpart_bic: raw.bic,
    bank_code: raw.code,
    bank_reference: raw.reference,
    end_to_end_id: raw.endToEndId ?? said.end_to_end_id,
    purpose: raw.purpose,
    total: total?.amount ?? undefined,
    place: [raw.offset, raw.length],
    // Member by member: copying objects of different shapes dominates the time for a large file.
    counterpart_address: said.counterpart_address,
    mandate_reference: said.mandate_reference,
    creditor_id: said.creditor_id,
    return_reason: said.return_reason,
    ultimate_name: said.ultimate_name,
    charges: said.charges ?? exchanged?.charges,
    original_amount: said.original_amount,
    exchange_rate: exchanged?.exchange_rate,
  });
}

/** Merges the communication and the information records. */
function mergeInformation(raw: RawMovement): ParsedCommunication {
  const texts: string[] = [];
  let fields: ParsedCommunication = {};
  const addPart = ({ communication, ...more }: ParsedCommunication): void => {
    if (communication !== undefined && !texts.includes(communication)) texts.push(communication);
    // Earlier values are closer to the payer and take precedence.
    fields = { ...more, ...fields };
  };
  if (raw.isStructured)
    addPart(parseStructuredCommunication(raw.communication.slice(0, 3), raw.communication.slice(3)));
  else addPart(omitUndefined({ communication: cleanText(raw.communication) }));
  let free = '';
  for (const { type, text } of raw.information) {
    if (type === null) free += text;
    else addPart(parseInformation(type, text));
  }
  addPart(omitUndefined({ communication: cleanText(free) }));
  addPart(raw.returned ?? {});
  const communication = cleanText(texts.join(' '));
  return { ...fields, ...(communication !== undefined && { communication }) };
}

export { parseReturnReason };
