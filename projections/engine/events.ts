import { UnknownEvent, upcastEvent } from '../../domain/event-catalogue.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { subjects } from '../index.ts';
import type { Batch } from '../support/batch.ts';
import type { RowKey } from '../support/subject.ts';

/** Finds the projector of an event among the subjects. */

type Project = (event: DomainEvent, stored: RecordedEvent, batch: Batch) => void;
type Need = (data: DomainEvent['data'], stored: RecordedEvent) => readonly RowKey[];

const projectors = indexByType<Project>(subjects.map(({ project }) => project));
const needs = indexByType<Need>(subjects.map(({ needs }) => needs));

/** Handlers by event type. Only here is the event type of a subject taken on trust. */
function indexByType<Handler>(handlers: readonly object[]): ReadonlyMap<string, Handler> {
  return new Map(handlers.flatMap((ofSubject) => Object.entries(ofSubject) as [string, Handler][]));
}

/** The event types that are projected. */
export const projectedTypes: ReadonlySet<string> = new Set(projectors.keys());

const ending: ReadonlySet<string> = new Set(
  subjects.flatMap((subject) => ('ends' in subject ? (subject.ends as readonly string[]) : [])),
);

/** Whether the events after it must be written by another statement. */
export const isBatchEnd = ({ type }: Pick<RecordedEvent, 'type'>): boolean => ending.has(type);

/** @throws when the event cannot be understood: it is then poison, and its stream is halted */
export function projectEvent(stored: RecordedEvent, batch: Batch): void {
  const event = upcastEvent(stored);
  const project = projectors.get(event.type);
  if (!project) throw new Error(`No projector for ${event.type}`);
  project(event, stored, batch);
}

/**
 * Rows that an event changes and that must be read first, unless earlier events of the batch created them. An event that
 * cannot be understood needs none: its projection fails next and halts only its own stream.
 */
export function listNeededRows(stored: RecordedEvent): readonly RowKey[] {
  const event = tryUpcast(stored);
  return event ? (needs.get(event.type)?.(event.data, stored) ?? []) : [];
}

function tryUpcast(stored: RecordedEvent): DomainEvent | null {
  try {
    return upcastEvent(stored);
  } catch (error) {
    if (error instanceof UnknownEvent) return null;
    throw error;
  }
}
