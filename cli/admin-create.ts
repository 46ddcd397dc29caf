import { parseArgs } from 'node:util';
import { invitationUrl } from '../api/identity/invitation.ts';
import { createAdmin, type NewAdmin } from '../commands/identity/create-admin.ts';
import { systemContext } from '../commands/support/context.ts';
import { isRefusal } from '../domain/refusal.ts';
import { checkedEmail, checkedLanguage, givenPassword, mistakeOf, PASSWORD_OPTIONS } from './account.ts';
import { addressOf, runTool, UserMistake } from './tool.ts';

const USAGE = `npm run admin:create -- --email ADDRESS [--password-stdin] [--name NAME] [--locale fr|nl|en|de]`;

await runTool(async (core, config) => {
  const request = await requested();
  const outcome = await createAdmin(core, request, systemContext('cli'));
  if (isRefusal(outcome)) throw mistakeOf(outcome);
  const { invitation: link, ...admin } = outcome;
  if (link)
    process.stderr.write(
      'The address has an account already. It becomes a platform admin when its owner opens this link, once, within seven days.\n',
    );
  const url = link && invitationUrl(addressOf(config), link.token, request.locale ?? 'en');
  const invitation = link && { status: 'pending', url, expires_at: link.expiresAt };
  process.stdout.write(`${JSON.stringify({ ...admin, ...(invitation && { invitation }) })}\n`);
});

async function requested(): Promise<NewAdmin> {
  const { values } = parse();
  if (!values.email) throw new UserMistake(`An e-mail address is needed:\n  ${USAGE}`);
  return {
    email: checkedEmail(values.email),
    password: await givenPassword(values),
    name: values.name ?? null,
    locale: values.locale === undefined ? null : checkedLanguage(values.locale),
  };
}

function parse() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ options: { email: text, name: text, locale: text, ...PASSWORD_OPTIONS } });
  } catch (error) {
    throw new UserMistake(`${(error as Error).message}\n  ${USAGE}`);
  }
}
