import { buildInvitationUrl } from '../../api/identity/invitation.ts';
import { createAdmin, type NewAdmin } from '../../commands/identity/create-admin.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { printResult } from '../script.ts';
import { getServiceAddress, runTool } from '../tool.ts';
import {
  readGivenPassword,
  requireEmail,
  requireLanguage,
  toUserMistake,
  type GivenPassword,
} from './account-input.ts';

export interface AdminValues extends GivenPassword {
  readonly email: string;
  readonly name: string | undefined;
  readonly locale: string | undefined;
  readonly json: boolean;
}

export async function appointAdmin(values: AdminValues): Promise<void> {
  const request = await readRequest(values);
  await runTool(async (core, config) => {
    const outcome = await createAdmin(core, request, createSystemContext('cli'));
    if (isRefusal(outcome)) throw toUserMistake(outcome);
    const { invitation: link, ...admin } = outcome;
    if (link)
      process.stderr.write(
        'The address already has an account. It becomes a platform admin when its owner opens this link, once, within seven days.\n',
      );
    const url = link && buildInvitationUrl(getServiceAddress(config), link.token, request.locale ?? 'en');
    const invitation = link && { status: 'pending', url, expires_at: link.expiresAt };
    printResult(
      values.json,
      { ...admin, ...(invitation && { invitation }) },
      url ?? `${admin.email} is a platform admin.`,
    );
  });
}

async function readRequest(values: AdminValues): Promise<NewAdmin> {
  return {
    email: requireEmail(values.email),
    password: await readGivenPassword(values),
    name: values.name ?? null,
    locale: values.locale === undefined ? null : requireLanguage(values.locale),
  };
}
