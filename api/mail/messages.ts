import de from '../../locales/de/mail.json' with { type: 'json' };
import en from '../../locales/en/mail.json' with { type: 'json' };
import fr from '../../locales/fr/mail.json' with { type: 'json' };
import nl from '../../locales/nl/mail.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Mails and reminders. */
export const messages = combineLanguages({ de, en, fr, nl });
