import type { Labels } from '../../domain/language.ts';
import * as subjects from './subjects.ts';

type Subjects = typeof subjects;

/** Referring to messages through this type makes a missing translation a compile error. */
export type MessageKey = { [Subject in keyof Subjects]: keyof Subjects[Subject] }[keyof Subjects];

/** All messages; a test ensures that no two subjects define the same key. */
export const catalogue = Object.fromEntries(
  Object.values(subjects).flatMap((messages) => Object.entries<Labels>(messages)),
) as Readonly<Record<MessageKey, Labels>>;

export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(catalogue, key);
}
