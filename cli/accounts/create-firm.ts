import { createFirm } from '../../commands/firms/create-firm.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { printResult, WrongUsage, WrongValue } from '../script.ts';
import { runTool } from '../tool.ts';
import {
  promptPassword,
  readGivenPassword,
  requireEmail,
  requireLanguage,
  toUserMistake,
  type GivenPassword,
} from './account-input.ts';

export interface FirmValues extends GivenPassword {
  readonly name: string;
  readonly email: string;
  readonly country: string | undefined;
  readonly locale: string | undefined;
  readonly 'user-name': string | undefined;
  readonly json: boolean;
}

/** @param missing message if there is no password */
export async function openFirm(values: FirmValues, missing: string): Promise<void> {
  const request = await readRequest(values, missing);
  await runTool(async (core) => {
    const outcome = await createFirm(core, request, createSystemContext('cli'));
    if (isRefusal(outcome)) throw toUserMistake(outcome);
    const { firm, user_id } = outcome;
    const text = `The firm ${firm.name} (${firm.public_token}) is open; ${values.email} is its administrator.`;
    printResult(values.json, { firm, user_id }, text);
  });
}

async function readRequest(values: FirmValues, missing: string) {
  const { name, email, country = 'BE' } = values;
  requireEmail(email);
  const password = (await readGivenPassword(values)) ?? (await promptPassword());
  if (!password) throw new WrongUsage(missing);
  if (!['BE', 'FR', 'LU'].includes(country)) throw new WrongValue('The country must be BE, FR or LU');
  const locale = requireLanguage(values.locale ?? 'fr');
  return {
    firm: { name, country_code: country, locale, email },
    admin: { name: values['user-name'] ?? name, email, password, locale: null },
  };
}
