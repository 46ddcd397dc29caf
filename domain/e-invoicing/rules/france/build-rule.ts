import type { Labels } from '../../../language.ts';
import type { XmlElement } from '../../../xml.ts';
import { findText } from '../../../xml.ts';
import { rule } from '../builders.ts';
import type { CheckedDocument, Located } from '../checked-document.ts';
import type { Place } from '../places.ts';
import type { Rule } from '../rule.ts';
import { filled } from '../texts.ts';
import { getFrenchLists, type FrenchLists } from './lists.ts';
import { HINTS, MESSAGES, type Hint, type Message } from './texts.ts';

type Condition = (element: XmlElement, document: CheckedDocument, at: Located) => boolean;

interface Words {
  readonly says: Message;
  readonly hint: Hint;
  /** Field of the document to correct, if the place does not tell. */
  readonly field?: string;
  /** Parts of the message. */
  readonly parts?: Readonly<Record<string, Labels | string>>;
}

export const frenchRule = (
  id: string,
  place: Place,
  holds: Condition,
  { says, hint, field, parts = {} }: Words,
): Rule => ({
  ...rule(id, place, holds, filled(MESSAGES[says], parts), filled(HINTS[hint], parts)),
  ...(field !== undefined && { field }),
});

/** The lists in force when the document was issued. */
export const getListsOf = ({ root }: CheckedDocument): FrenchLists =>
  getFrenchLists(findText(root.element, 'IssueDate'));

/** The first identifier of a scheme. */
export const findIdentifier = (elements: readonly XmlElement[], scheme: string): string | null =>
  elements.find(({ attributes }) => attributes['schemeID'] === scheme)?.text ?? null;
