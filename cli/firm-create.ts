import { parseArgs } from 'node:util';
import { createFirm } from '../commands/firms/create-firm.ts';
import { createSystemContext } from '../commands/support/context.ts';
import { isRefusal } from '../domain/refusal.ts';
import {
  requireEmail,
  requireLanguage,
  readGivenPassword,
  toUserMistake,
  PASSWORD_OPTIONS,
  promptPassword,
} from './account.ts';
import { runTool, UserMistake } from './tool.ts';

const USAGE = `npm run firm:create -- --name NAME --email ADDRESS [--password-stdin] [--country BE|FR|LU] [--locale fr|nl|en|de] [--user-name NAME]`;
const NEEDED = `A name, an e-mail address and a password are required:\n  ${USAGE}`;

await runTool(async (core) => {
  const outcome = await createFirm(core, await readRequest(), createSystemContext('cli'));
  if (isRefusal(outcome)) throw toUserMistake(outcome);
  const { firm, user_id } = outcome;
  process.stdout.write(`${JSON.stringify({ firm, user_id })}\n`);
});

async function readRequest() {
  const { values } = parseOptions();
  const { name, email, country = 'BE' } = values;
  if (!name || !email) throw new UserMistake(NEEDED);
  requireEmail(email);
  const password = (await readGivenPassword(values)) ?? (await promptPassword());
  if (!password) throw new UserMistake(NEEDED);
  if (!['BE', 'FR', 'LU'].includes(country)) throw new UserMistake('The country must be BE, FR or LU');
  const locale = requireLanguage(values.locale ?? 'fr');
  return {
    firm: { name, country_code: country, locale, email },
    admin: { name: values['user-name'] ?? name, email, password, locale: null },
  };
}

function parseOptions() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      options: { name: text, email: text, country: text, locale: text, 'user-name': text, ...PASSWORD_OPTIONS },
    });
  } catch (error) {
    throw new UserMistake(`${(error as Error).message}\n  ${USAGE}`);
  }
}
