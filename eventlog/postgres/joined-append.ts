import { buildSelectFromArrays, formatArrayLiteral, formatColumnLiteral } from '../../database/array-literal.ts';
import { encodeJsonArray } from '../../database/binary-array.ts';
import type { RecordedEvent, SerialisedAppend } from '../port.ts';

/**
 * The part of a statement that records appends together with their projection. The projection has to know the positions of
 * the events, so the head of the log is expected where the read tables are. If it is not, or if a stream is not at the
 * expected revision, nothing is recorded.
 */

const COLUMNS = 'position, stream, revision, event_id, type, version, data, metadata';

/** Of the columns after the position. */
const ARRAY_TYPES = ['text', 'bigint', 'uuid', 'text', 'integer', 'json', 'json'];

const IS_AT_HEAD = (from: string): string =>
  `coalesce((SELECT e.position FROM log.events e ORDER BY e.position DESC LIMIT 1), 0) = ${from}`;
const findRevision = (stream: string): string =>
  `coalesce((SELECT e.revision FROM log.events e WHERE e.stream = ${stream} ORDER BY e.revision DESC LIMIT 1), -1)`;

export const hasSingleEvent = (appends: readonly SerialisedAppend[]): boolean =>
  appends.length === 1 && appends[0]!.append.events.length === 1;

/** `from` is the position that the head is expected at, `parameter` the number of the first value. Returns a row per event. */
export function buildJoinedInsert(from: string, parameter: number, isSingle: boolean): string {
  const getPlaceholder = (offset: number): string => `$${parameter + offset}`;
  if (isSingle) {
    const [stream, expected] = [`${getPlaceholder(0)}::text`, `${getPlaceholder(1)}::bigint`];
    return `INSERT INTO log.events (${COLUMNS})
      SELECT ${from} + 1, ${stream}, ${expected} + 1, ${getPlaceholder(2)}::uuid, ${getPlaceholder(3)}::text, ${getPlaceholder(4)}::integer, ${getPlaceholder(5)}::json, ${getPlaceholder(6)}::json
      WHERE ${IS_AT_HEAD(from)} AND ${findRevision(stream)} = ${expected} RETURNING 1`;
  }
  const arrays = ARRAY_TYPES.map((type, index) => `${getPlaceholder(index + 2)}::${type}[]`);
  return `INSERT INTO log.events (${COLUMNS})
    SELECT ${from} + generate_subscripts(${arrays[0]}, 1), ${arrays.map((array) => `unnest(${array})`).join(', ')}
    WHERE ${IS_AT_HEAD(from)} AND NOT EXISTS (
      SELECT FROM (${buildSelectFromArrays({ stream: `${getPlaceholder(0)}::text[]`, expected: `${getPlaceholder(1)}::bigint[]` })}) AS a
      WHERE ${findRevision('a.stream')} <> a.expected)
    RETURNING 1`;
}

export const countJoinedParameters = (isSingle: boolean): number => (isSingle ? 7 : 9);

/** `events` are those of the appends, in their order. */
export function listJoinedValues(appends: readonly SerialisedAppend[], events: readonly RecordedEvent[]): unknown[] {
  if (hasSingleEvent(appends)) {
    const [{ append, serialised }] = appends as readonly [SerialisedAppend];
    const { id, type, version } = append.events[0]!;
    return [append.stream, append.expectedRevision, id, type, version, serialised[0]!.data, serialised[0]!.metadata];
  }
  const texts = appends.flatMap(({ serialised }) => serialised);
  return [
    formatArrayLiteral(appends.map(({ append }) => append.stream)),
    formatArrayLiteral(appends.map(({ append }) => append.expectedRevision)),
    formatColumnLiteral(events, ({ stream }) => stream),
    formatColumnLiteral(events, ({ revision }) => revision),
    formatColumnLiteral(events, ({ id }) => id),
    formatColumnLiteral(events, ({ type }) => type),
    formatColumnLiteral(events, ({ version }) => version),
    encodeJsonArray(texts.map(({ data }) => data)),
    encodeJsonArray(texts.map(({ metadata }) => metadata)),
  ];
}

/** The events of these appends as they are recorded after a position. */
export function buildJoinedEvents(appends: readonly SerialisedAppend[], from: number): RecordedEvent[] {
  let position = from;
  return appends.flatMap(({ append: { stream, expectedRevision, events } }) =>
    events.map(({ json: _text, ...event }, index) => ({
      ...event,
      stream,
      revision: expectedRevision + 1 + index,
      position: (position += 1),
    })),
  );
}
