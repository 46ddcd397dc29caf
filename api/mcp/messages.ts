import de from '../../locales/de/mcp.json' with { type: 'json' };
import en from '../../locales/en/mcp.json' with { type: 'json' };
import fr from '../../locales/fr/mcp.json' with { type: 'json' };
import nl from '../../locales/nl/mcp.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Refusals and prompts of the protocol for language models. */
export const messages = combineLanguages({ de, en, fr, nl });
