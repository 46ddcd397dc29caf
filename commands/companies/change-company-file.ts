import { randomUUID } from 'node:crypto';
import { passFaultPoint } from '../../database/fault-point.ts';
import type { CompanyChanges } from '../../domain/companies/company-events.ts';
import type { CompanyCommand } from '../../domain/companies/identity.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { listUnsettledRegistrations } from '../../projections/firms/queries.ts';
import { findFileOwner } from '../../projections/licence/queries.ts';
import { createSystemContext, type CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import { mergeRefusals, findRefusal } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { addOwnFile } from './own-files.ts';

/**
 * A code is unique within the firm, and a trashed file does not count for its licence: such changes also affect the
 * stream of the firm. The stream that can refuse comes first; a job completes what was interrupted between the two.
 */

export interface CompanyFileChanged {
  /** Log position that every process must have processed; null if nothing changed. */
  readonly position: number | null;
}

interface KeptFile {
  readonly id: number;
  readonly firmId: number | null;
}

export async function changeCompanyFile(
  toolbox: Toolbox,
  file: KeptFile,
  command: CompanyCommand,
  context: CommandContext,
): Promise<CompanyFileChanged | Refusal> {
  const { commands } = toolbox;
  const code = command.type === 'UpdateCompanyFile' ? command.changes.code : undefined;
  if (file.firmId !== null && code !== undefined)
    return recodeCompanyFile(toolbox, { companyId: file.id, firmId: file.firmId, code }, command, context);
  if (file.firmId !== null && command.type === 'RestoreCompanyFile') {
    const back = { type: 'TakeCompanyFileBack', companyId: file.id, now: new Date().toISOString() } as const;
    const counted = await commands.execute('firm', file.firmId, back, context);
    if (isRefusal(counted)) return counted;
    passFaultPoint('between-register-and-company');
  }
  if (file.firmId === null && command.type === 'RestoreCompanyFile') return restoreOwnFile(toolbox, file.id, context);
  const outcome = await commands.execute('company', file.id, command, context);
  if (isRefusal(outcome)) return outcome;
  if (file.firmId !== null && command.type === 'TrashCompanyFile') {
    passFaultPoint('between-company-and-register');
    await commands.execute('firm', file.firmId, { type: 'SetCompanyFileAside', companyId: file.id }, context);
  }
  return { position: outcome.position };
}

/** Lists all problems of a change, in the file and in the register of its firm. */
export async function findChangeRefusal(
  toolbox: Pick<Toolbox, 'commands'>,
  { id, firmId }: KeptFile,
  changes: CompanyChanges,
): Promise<Refusal | null> {
  const { code } = changes;
  const recoding = { type: 'RecodeCompanyFile', companyId: id, code: code! } as const;
  return mergeRefusals(
    firmId === null || code === undefined ? null : await findRefusal(toolbox, 'firm', firmId, recoding),
    await findRefusal(toolbox, 'company', id, { type: 'UpdateCompanyFile', changes, baseVersion: null }),
  );
}

async function restoreOwnFile(
  toolbox: Toolbox,
  companyId: number,
  context: CommandContext,
): Promise<CompanyFileChanged | Refusal> {
  const ownerId = await findFileOwner(toolbox.pool, companyId);
  if (ownerId === null) return refuse('not_found');
  return addOwnFile(toolbox, ownerId, companyId, async () => {
    const outcome = await toolbox.commands.execute('company', companyId, { type: 'RestoreCompanyFile' }, context);
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  });
}

/**
 * Changes the register of the firm first, because only it can refuse the code. If the file refuses, the register is
 * reverted.
 */
async function recodeCompanyFile(
  { commands }: Toolbox,
  { companyId, firmId, code }: { readonly companyId: number; readonly firmId: number; readonly code: string },
  command: CompanyCommand,
  context: CommandContext,
): Promise<CompanyFileChanged | Refusal> {
  const registered = await commands.execute('firm', firmId, { type: 'RecodeCompanyFile', companyId, code }, context);
  if (isRefusal(registered)) return registered;
  passFaultPoint('between-register-and-company');
  const outcome = await commands.execute('company', companyId, command, context);
  if (!isRefusal(outcome)) return { position: outcome.position };
  const [recoded] = filterByType(registered.events, 'CompanyFileRecoded');
  if (recoded) {
    const back = { type: 'RecodeCompanyFile', companyId, code: recoded.data.previous } as const;
    await commands.execute(
      'firm',
      firmId,
      back,
      createSystemContext('completion', context.operationId, context.userId),
    );
  }
  return outcome;
}

/** Reconciles files and registers. Safe to run at any time, in any process. */
export async function reconcileRegistrations({ pool, commands }: Toolbox, olderThanSeconds: number): Promise<number> {
  const unsettled = await listUnsettledRegistrations(pool, olderThanSeconds);
  for (const { firm_id, company_id: companyId, code, is_recoded, is_trashed } of unsettled) {
    const context = createSystemContext('completion', randomUUID());
    if (is_recoded && !is_trashed) {
      const command = { type: 'UpdateCompanyFile', changes: { code }, baseVersion: null } as const;
      await commands.execute('company', companyId, command, context);
    }
    const command = is_trashed
      ? ({ type: 'SetCompanyFileAside', companyId } as const)
      : ({ type: 'TakeCompanyFileBack', companyId, now: new Date().toISOString() } as const);
    await commands.execute('firm', firm_id, command, context);
  }
  return unsettled.length;
}
