import de from '../../locales/de/mail-reminders.json' with { type: 'json' };
import en from '../../locales/en/mail-reminders.json' with { type: 'json' };
import fr from '../../locales/fr/mail-reminders.json' with { type: 'json' };
import nl from '../../locales/nl/mail-reminders.json' with { type: 'json' };
import { combineLanguages, type Language } from '../../domain/language.ts';

/** Labels of a printed reminder. */
const LABELS = combineLanguages({ de, en, fr, nl });

export type ReminderWord = keyof typeof LABELS;

export const getReminderLabels =
  (language: Language) =>
  (word: ReminderWord): string =>
    LABELS[word][language];
