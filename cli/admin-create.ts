import { parseArgs } from 'node:util';
import { buildInvitationUrl } from '../api/identity/invitation.ts';
import { createAdmin, type NewAdmin } from '../commands/identity/create-admin.ts';
import { createSystemContext } from '../commands/support/context.ts';
import { isRefusal } from '../domain/refusal.ts';
import { requireEmail, requireLanguage, readGivenPassword, toUserMistake, PASSWORD_OPTIONS } from './account.ts';
import { getServiceAddress, runTool, UserMistake } from './tool.ts';

const USAGE = `npm run admin:create -- --email ADDRESS [--password-stdin] [--name NAME] [--locale fr|nl|en|de]`;

await runTool(async (core, config) => {
  const request = await readRequest();
  const outcome = await createAdmin(core, request, createSystemContext('cli'));
  if (isRefusal(outcome)) throw toUserMistake(outcome);
  const { invitation: link, ...admin } = outcome;
  if (link)
    process.stderr.write(
      'The address already has an account. It becomes a platform admin when its owner opens this link, once, within seven days.\n',
    );
  const url = link && buildInvitationUrl(getServiceAddress(config), link.token, request.locale ?? 'en');
  const invitation = link && { status: 'pending', url, expires_at: link.expiresAt };
  process.stdout.write(`${JSON.stringify({ ...admin, ...(invitation && { invitation }) })}\n`);
});

async function readRequest(): Promise<NewAdmin> {
  const { values } = parseOptions();
  if (!values.email) throw new UserMistake(`An e-mail address is required:\n  ${USAGE}`);
  return {
    email: requireEmail(values.email),
    password: await readGivenPassword(values),
    name: values.name ?? null,
    locale: values.locale === undefined ? null : requireLanguage(values.locale),
  };
}

function parseOptions() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ options: { email: text, name: text, locale: text, ...PASSWORD_OPTIONS } });
  } catch (error) {
    throw new UserMistake(`${(error as Error).message}\n  ${USAGE}`);
  }
}
