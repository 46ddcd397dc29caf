import de from '../../locales/de/peppol-exchange.json' with { type: 'json' };
import en from '../../locales/en/peppol-exchange.json' with { type: 'json' };
import fr from '../../locales/fr/peppol-exchange.json' with { type: 'json' };
import nl from '../../locales/nl/peppol-exchange.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** The registration of a company in the network, and what it sends and receives. */
export const messages = combineLanguages({ de, en, fr, nl });
