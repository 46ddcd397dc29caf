import type { CompanyFile } from '../company-file-state.ts';
import type { Language } from '../language.ts';
import { isSameJson } from '../json.ts';
import { refuseInvalid, type Decision } from '../refusal.ts';
import { LONGEST_BODY, LONGEST_SUBJECT, buildTemplateKey, checkPlaceholders, type MailText } from './templates.ts';
import type { TemplateKind } from './kinds.ts';
import type { MailEvent } from './mail-events.ts';
import { findVersionConflict } from '../versions.ts';

/** Sets the text of a kind of mail in one language. Null: the default text. */
export interface SetMailTemplate {
  readonly type: 'SetMailTemplate';
  /** Used if the template does not exist yet. */
  readonly newId: number;
  readonly kind: TemplateKind;
  readonly language: Language;
  readonly text: MailText | null;
  readonly baseVersion: number | null;
}

export function decideTemplate(command: SetMailTemplate, { mail }: CompanyFile): Decision<MailEvent> {
  const { newId, kind, language, text, baseVersion } = command;
  const known = mail.templates[buildTemplateKey(kind, language)];
  const version = known?.version ?? 0;
  const conflict = findVersionConflict({ version }, baseVersion);
  if (conflict) return conflict;
  const before = known?.text ?? null;
  if (isSameJson(text && { ...text }, before)) return [];
  const place = { id: known?.id ?? newId, version: version + 1, kind, language };
  if (text === null) return [{ type: 'MailTemplateReset', data: { ...place, previous: before! } }];
  const problems = [...checkPlaceholders(kind, text), ...checkLengths(text)];
  if (problems.length > 0) return refuseInvalid(problems);
  const { subject, body } = text;
  return [
    { type: 'MailTemplateSet', data: { ...place, text: { subject, body }, ...(before && { previous: before }) } },
  ];
}

function checkLengths({ subject, body }: MailText) {
  const reportTooLong = (field: string, max: number) => ({ code: 'text_too_long', field, params: { max } });
  return [
    ...(subject.length > LONGEST_SUBJECT ? [reportTooLong('subject', LONGEST_SUBJECT)] : []),
    ...(body.length > LONGEST_BODY ? [reportTooLong('body', LONGEST_BODY)] : []),
  ];
}
