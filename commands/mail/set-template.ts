import type { SetMailTemplate } from '../../domain/mail/editing.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Returns whether anything was recorded. */
export async function setMailTemplate(
  { commands, ids }: Toolbox,
  companyId: number,
  requested: Omit<SetMailTemplate, 'type' | 'newId'>,
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const [newId] = await ids.allocate('mail_templates', 1);
  const command = { type: 'SetMailTemplate', newId: newId!, ...requested } as const;
  const outcome = await commands.execute('company', companyId, command, context);
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}
