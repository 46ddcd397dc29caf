import { UnknownEvent, upcast } from '../../domain/event-catalogue.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { subjects } from '../index.ts';
import type { Batch } from '../support/batch.ts';
import type { RowKey } from '../support/subject.ts';

/** Finds the projector of an event among the subjects. */

type Project = (event: DomainEvent, stored: RecordedEvent, batch: Batch) => void;
type Need = (data: DomainEvent['data'], stored: RecordedEvent) => readonly RowKey[];

const projectors = byType<Project>(subjects.map(({ project }) => project));
const needs = byType<Need>(subjects.map(({ needs }) => needs));

/** By the type of the event: the only place where a subject's own type of an event is taken on trust. */
function byType<Handler>(handlers: readonly object[]): ReadonlyMap<string, Handler> {
  return new Map(handlers.flatMap((ofSubject) => Object.entries(ofSubject) as [string, Handler][]));
}

/** The event types that are projected. */
export const projectedTypes: ReadonlySet<string> = new Set(projectors.keys());

const ending: ReadonlySet<string> = new Set(
  subjects.flatMap((subject) => ('ends' in subject ? (subject.ends as readonly string[]) : [])),
);

/** Whether what comes behind it is to be written by another statement. */
export const endsBatch = ({ type }: Pick<RecordedEvent, 'type'>): boolean => ending.has(type);

/** @throws when the event cannot be understood: it is then poison, and its stream is halted */
export function projectEvent(stored: RecordedEvent, batch: Batch): void {
  const event = upcast(stored);
  const project = projectors.get(event.type);
  if (!project) throw new Error(`No projector for ${event.type}`);
  project(event, stored, batch);
}

/**
 * The rows that an event changes and that must be read first, when earlier events of the batch did not make them. An
 * event that cannot be understood needs none: its projection, which comes next, says so and halts its stream alone.
 */
export function rowsNeeded(stored: RecordedEvent): readonly RowKey[] {
  const event = understood(stored);
  return event ? (needs.get(event.type)?.(event.data, stored) ?? []) : [];
}

function understood(stored: RecordedEvent): DomainEvent | null {
  try {
    return upcast(stored);
  } catch (error) {
    if (error instanceof UnknownEvent) return null;
    throw error;
  }
}
