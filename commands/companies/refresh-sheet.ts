import { getSheetSubject } from '../../domain/companies/sheet.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { Register } from '../../outside/registers/register.ts';
import type { CommandContext } from '../support/context.ts';
import { createTimestamp } from '../support/timestamp.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { changeCompanyFile, type CompanyFileChanged } from './change-company-file.ts';

/** Updates the identity of a company file from the public register. @throws OutsideUnavailable */
export async function refreshCompanySheet(
  toolbox: Toolbox & { readonly register: Register | null },
  file: { readonly id: number; readonly firmId: number | null },
  baseVersion: number | null,
  context: CommandContext,
): Promise<CompanyFileChanged | Refusal> {
  const { identity } = await toolbox.commands.loadState('company', file.id);
  const enterpriseNumber = getSheetSubject(identity);
  if (isRefusal(enterpriseNumber)) return enterpriseNumber;
  const { register } = toolbox;
  if (register === null) return refuse('register_not_configured');
  const sheet = await register.findEnterprise(identity.country_pack, enterpriseNumber, identity.locale);
  if (sheet === null) return refuse('enterprise_unknown', { field: 'enterprise_number' });
  const refreshedAt = createTimestamp();
  const command = { type: 'RefreshCompanySheet', enterpriseNumber, sheet, refreshedAt, baseVersion } as const;
  return changeCompanyFile(toolbox, file, command, context);
}
