import type { Json } from '../json.ts';

/**
 * Personal fields of events, as data. In the log they are encrypted under the key of the person, so that destroying the
 * key erases them. What is declared here says where they are and who the person is.
 *
 * A path names members by dots and list items by `[]`, such as `lines[].label`. A path that begins with `/` starts at the
 * data of the event, any other at the object of the declaration.
 */
export interface PersonalFields {
  /** The objects that contain the fields, such as `mails[]`; by default the data of the event. */
  readonly at?: string;
  /** Only events in which these members of the data have these values. */
  readonly only?: Readonly<Record<string, string>>;
  readonly person: PersonReference;
  /** What the books need, as long as the law requires to keep them. */
  readonly books?: readonly string[];
  /** What is not accounting. */
  readonly contact?: readonly string[];
  /** Belongs to the books, and is personal only if it contains the name of the person. */
  readonly mentions?: readonly string[];
  /** Personal even if the third party is not a natural person. */
  readonly always?: readonly string[];
  /** What fields of records read without their key, by their names; others read null. */
  readonly erased?: Readonly<Record<string, Json>>;
}

/** Whose key applies: the first of these that is given. */
export interface PersonReference {
  /** The user of the stream. */
  readonly user?: true;
  /** Paths of ids of third parties. Nothing is encrypted if none of those given is a natural person. */
  readonly thirdParties?: readonly string[];
  /** Path of the id of a document, whose third party counts. */
  readonly document?: string;
  /** Any natural person of the company file who is mentioned. */
  readonly anyone?: true;
  /** If no third party is given: a key of this record alone. */
  readonly own?: OwnKey;
  /** If no third party is given: someone outside, known by the first of these texts, such as an IBAN. */
  readonly outsider?: readonly string[];
  /** Path of the name of a person without a third party, for `mentions`. */
  readonly name?: string;
}

export interface OwnKey {
  readonly kind: 'import' | 'mail' | 'conflict';
  /** Path of the id of the record. */
  readonly id: string;
  /** Paths of numbers that only enterprises have: with one of them the other side is no natural person. */
  readonly unless?: readonly string[];
}

/** Read in the place of a text whose key was destroyed, where a text is required. */
export const ERASED = '[erased]';
