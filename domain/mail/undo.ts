import { blocked, unlessRefused, type UndoRules } from '../history/undo.ts';
import { sameJson } from '../json.ts';
import { decideTemplate } from './editing.ts';
import type { mailEvents } from './mail-events.ts';
import { templateKey } from './templates.ts';

const TEMPLATES = 'mail-templates';

/** A mail cannot be called back: it may be on its way. Templates get the words again that they had. */
export const mailUndo: UndoRules<typeof mailEvents> = {
  MailsQueued: { never: 'undo_mail', resource: 'mails' },
  MailsSettled: { never: 'undo_mail', resource: 'mails' },
  MailTemplateSet: {
    role: 'manager',
    back: ({ id, kind, language, text, previous }, { file }) => {
      const known = file.mail.templates[templateKey(kind, language)];
      if (!sameJson(known?.text ?? null, text)) return blocked('undo_changed_since', TEMPLATES, id, { field: 'body' });
      const command = { type: 'SetMailTemplate', newId: id, kind, language, text: previous ?? null } as const;
      return unlessRefused(decideTemplate({ ...command, baseVersion: null }, file), TEMPLATES, id);
    },
  },
  MailTemplateReset: {
    role: 'manager',
    back: ({ id, kind, language, previous }, { file }) => {
      const known = file.mail.templates[templateKey(kind, language)];
      if (known?.text) return blocked('undo_changed_since', TEMPLATES, id, { field: 'body' });
      const command = { type: 'SetMailTemplate', newId: id, kind, language, text: previous } as const;
      return unlessRefused(decideTemplate({ ...command, baseVersion: null }, file), TEMPLATES, id);
    },
  },
};
