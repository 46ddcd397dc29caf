import type { PlainDate } from '../../dates.ts';
import type { SignedAmount } from '../../money.ts';
import { addUpTo, told, words, type Movement, type StatementWarning } from '../statement.ts';
import { counterpartAccount } from './account.ts';
import { information, returnReason, structuredCommunication } from './communications.ts';

/** A movement of CODA as its records give it, one after another. */
export interface RawMovement {
  readonly sequence: number;
  readonly detail: number;
  /** Null for a detail of parts of a cent, which cannot stand for anything. */
  readonly amount: SignedAmount | null;
  readonly entryDate: PlainDate | null;
  readonly valueDate: PlainDate | null;
  readonly code: string;
  readonly reference: string | undefined;
  readonly isStructured: boolean;
  /** Where the first of its records begins, in bytes. */
  readonly offset: number;
  length: number;
  /** As it stands in the records, one piece behind the other. */
  communication: string;
  endToEndId?: string | undefined;
  bic?: string | undefined;
  account?: string | undefined;
  name?: string | undefined;
  purpose?: string | undefined;
  returned?: Partial<Movement>;
  /** Information records: the type of each, or null for free text, and what it says. */
  readonly information: { readonly type: string | null; readonly detail: number; text: string }[];
}

/** What has been read of a statement so far. */
export interface OpenMovements {
  /** The movement that is being read, with its details. */
  group: RawMovement[];
  /** Those before it: the records of a large file are not all held at once. */
  readonly movements: Movement[];
  /** What each of them moved, before its details took its place. */
  readonly amounts: SignedAmount[];
  readonly warnings: StatementWarning[];
}

/** Of a movement without a date: that of its statement stands further down in the file. */
const UNDATED = '';

/** Nothing more comes of the movement that was being read. */
export function endGroup({ group, movements, amounts, warnings }: OpenMovements): void {
  if (group.length === 0) return;
  const counts = counted(group, UNDATED);
  movements.push(...counts.movements);
  amounts.push(group[0]!.amount!);
  if (counts.warning) warnings.push(counts.warning);
}

/** With the day of the statement where they have none. */
export const dated = (movements: readonly Movement[], day: PlainDate): readonly Movement[] =>
  movements.map((movement) =>
    movement.entry_date === UNDATED
      ? { ...movement, entry_date: day, value_date: movement.value_date === UNDATED ? day : movement.value_date }
      : movement,
  );

/** The levels of details: a detail of a detail of the second kind has a digit of its own. */
const SECOND_LEVEL = '9';

/**
 * A movement, or its details where they make it up. Banks also give details that do not add up, such as a total in another
 * currency: then the total stands, and a warning says so.
 */
function counted(
  group: readonly RawMovement[],
  day: PlainDate,
): { readonly movements: readonly Movement[]; readonly warning: StatementWarning | null } {
  const [total, ...details] = group;
  if (!total) return { movements: [], warning: null };
  if (details.length === 0) return { movements: [movementOf(total, day)], warning: null };
  const parts = withInnerDetails(details);
  if (hasAmounts(parts) && addUpTo(total.amount!, parts)) {
    const movements = parts.map((part) => movementOf(part, day, total));
    return { movements, warning: null };
  }
  const warning = { code: 'details_do_not_add_up', params: { sequence: total.sequence, total: total.amount! } };
  return { movements: [movementOf(total, day)], warning };
}

type Amounted = RawMovement & { readonly amount: SignedAmount };

const hasAmounts = (parts: readonly RawMovement[]): parts is readonly Amounted[] =>
  parts.every(({ amount }) => amount !== null);

/** A detail that has details itself makes way for them, where they make it up. */
function withInnerDetails(details: readonly RawMovement[]): readonly RawMovement[] {
  const outer: { part: RawMovement; inner: RawMovement[] }[] = [];
  for (const part of details) {
    const last = outer.at(-1);
    if (part.code.startsWith(SECOND_LEVEL) && last) last.inner.push(part);
    else outer.push({ part, inner: [] });
  }
  return outer.flatMap(({ part, inner }) =>
    part.amount !== null && hasAmounts(inner) && addUpTo(part.amount, inner) ? inner : [part],
  );
}

function movementOf(raw: RawMovement, day: PlainDate, total?: RawMovement): Movement {
  const said = toldBy(raw);
  const ofTotal = total && !said.communication && !said.structured_communication ? toldBy(total) : undefined;
  const entry_date = raw.entryDate ?? total?.entryDate ?? day;
  return told<Movement>({
    entry_date,
    value_date: raw.valueDate ?? total?.valueDate ?? entry_date,
    amount: raw.amount!,
    communication: said.communication ?? ofTotal?.communication,
    structured_communication: said.structured_communication ?? ofTotal?.structured_communication,
    counterpart_iban: counterpartAccount(raw.account ?? ''),
    counterpart_name: words(raw.name) ?? said.counterpart_name,
    counterpart_bic: raw.bic,
    bank_code: raw.code,
    bank_reference: raw.reference,
    end_to_end_id: raw.endToEndId ?? said.end_to_end_id,
    purpose: raw.purpose,
    total: total?.amount ?? undefined,
    place: [raw.offset, raw.length],
    // Member by member: copying objects that differ is what takes the time of a large file.
    counterpart_address: said.counterpart_address,
    mandate_reference: said.mandate_reference,
    creditor_id: said.creditor_id,
    return_reason: said.return_reason,
    ultimate_name: said.ultimate_name,
    charges: said.charges,
    original_amount: said.original_amount,
  });
}

/** All that the communication and the information records say. */
function toldBy(raw: RawMovement): Partial<Movement> {
  const texts: string[] = [];
  let fields: Partial<Movement> = {};
  const add = ({ communication, ...more }: Partial<Movement>): void => {
    if (communication !== undefined && !texts.includes(communication)) texts.push(communication);
    // What was said first is nearer to the payer.
    fields = { ...more, ...fields };
  };
  if (raw.isStructured) add(structuredCommunication(raw.communication.slice(0, 3), raw.communication.slice(3)));
  else add(told({ communication: words(raw.communication) }));
  let free = '';
  for (const { type, text } of raw.information) {
    if (type === null) free += text;
    else add(information(type, text));
  }
  add(told({ communication: words(free) }));
  add(raw.returned ?? {});
  const communication = words(texts.join(' '));
  return { ...fields, ...(communication !== undefined && { communication }) };
}

export { returnReason };
