import {
  blockUndo,
  selectUndoItems,
  undoOneByOne,
  toUndone,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import type { EntryFacts, LetteringFacts } from '../ledger/entry-facts.ts';
import { collectEntriesToPostAgain, collectMatchedEntries } from '../ledger/owners.ts';
import { listLinesToMatch, type ReverseEntry } from '../ledger/reversal.ts';
import { collectDifferenceEntries, getEntryFacts } from '../ledger/undo-context.ts';
import { getDifferenceEntryId, type Lettering, type letteringEvents } from './lettering-events.ts';
import { buildPaymentTax, getKnownLettering, redoLettering } from './redo.ts';
import type { KnownLettering } from './undo-facts.ts';
import { decideUnlettering } from './unlettering.ts';

/** Undoes a lettering with its entries, or restores an undone one. */
export const letteringUndo: UndoRules<typeof letteringEvents> = {
  LinesLettered: {
    role: 'encoder',
    listNeeds: ({ letterings }) => ({
      letterings: letterings.map(({ id }) => id),
      entries: letterings.flatMap(({ lines }) => lines.map(({ entry_id }) => entry_id)),
    }),
    revert: ({ letterings }, undoing) => {
      const differences = collectDifferenceEntries(undoing);
      // A write-off entry and its reversal stay matched with each other.
      const isOfDifference = (lettering: Lettering): boolean =>
        getDifferenceEntryId(lettering) === undefined &&
        lettering.lines.every(({ entry_id }) => differences.has(entry_id));
      const handled = new Set([...collectMatchedEntries(undoing), ...collectEntriesToPostAgain(undoing)]);
      const isHandled = ({ lines }: Lettering): boolean => lines.some(({ entry_id }) => handled.has(entry_id));
      const meant = selectUndoItems(letterings, undoing.only).filter(
        (lettering) => !isOfDifference(lettering) && !isHandled(lettering),
      );
      return undoOneByOne(meant.toReversed(), undoing, ({ id }, now) => undoLettering(id, now));
    },
  },
  LinesUnlettered: {
    role: 'encoder',
    listNeeds: ({ letterings }) => ({
      letterings: letterings.map(({ id }) => id),
      entries: letterings.flatMap(({ lines }) => lines.map(({ entry_id }) => entry_id)),
    }),
    revert: ({ letterings }, undoing) => {
      // Those of entries that are posted again are made again with them.
      const handled = collectEntriesToPostAgain(undoing);
      const meant = selectUndoItems(letterings, undoing.only).filter(
        ({ lines }) => !lines.some(({ entry_id }) => handled.has(entry_id)),
      );
      return undoOneByOne(meant.toReversed(), undoing, ({ id }, now) => redoLettering(id, now));
    },
  },
};

function undoLettering(id: number, undoing: Undoing): Undone {
  const lettering = findInForce(getKnownLettering(undoing, id), undoing);
  if (!lettering) return blockUndo('undo_lettering_undone', 'lettering', id);
  const { version, lines, settled_on, has_moved_tax } = lettering;
  const differenceId = getDifferenceEntryId(lettering);
  const facts: LetteringFacts = {
    id: lettering.id,
    version,
    lines,
    ...(has_moved_tax && { tax_moved_on: settled_on }),
  };
  const payment = has_moved_tax ? buildPaymentTax(lines, undoing) : undefined;
  const reversal =
    differenceId === undefined || !isWrittenOffWith(id, undoing)
      ? null
      : buildReversalCommand(getEntryFacts(undoing, differenceId), undoing);
  if (reversal?.facts.status === 'reversed') return blockUndo('entry_already_reversed', 'entries', reversal.facts.id);
  const command = {
    type: 'UnletterLines',
    facts,
    baseVersion: null,
    reversal: reversal && { ...reversal, ...(payment && { payment }) },
    ...(payment && { payment }),
  } as const;
  return toUndone(decideUnlettering(command, undoing.file), 'lettering', id);
}

/** A lettering that was restored while its write-off counted has not posted it, so the write-off stays. */
function isWrittenOffWith(id: number, undoing: Undoing): boolean {
  const differenceId = getDifferenceEntryId(getKnownLettering(undoing, id));
  const { only, together } = undoing;
  return only !== null || together.some(({ type, data }) => type === 'EntryPosted' && data['id'] === differenceId);
}

/** The lettering itself, or its restored copy: same lines, same amounts. */
function findInForce(lettering: KnownLettering, { facts }: Undoing): KnownLettering | undefined {
  if (!lettering.is_undone) return lettering;
  const own = buildLinesKey(lettering);
  return [...facts.letterings.values()].find((other) => !other.is_undone && buildLinesKey(other) === own);
}

/** Excludes the write-off entry, which is a new one each time. */
const buildLinesKey = (lettering: KnownLettering): string =>
  lettering.lines
    .filter(({ entry_id }) => entry_id !== getDifferenceEntryId(lettering))
    .map(({ line_id, amount }) => `${line_id} ${amount}`)
    .sort()
    .join();

function buildReversalCommand(facts: EntryFacts, { takeIds, today }: Undoing): ReverseEntry {
  return {
    type: 'ReverseEntry',
    facts,
    entryId: takeIds('entries', 1)[0]!,
    lineIds: takeIds('entry_lines', facts.lines.length),
    letteringIds: takeIds('letterings', listLinesToMatch(facts).length),
    entry_date: null,
    label: null,
    today,
    baseVersion: null,
  };
}
