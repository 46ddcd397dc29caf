import { isRefusal, type Decision } from '../refusal.ts';
import { assignOpenedFile } from './members.ts';
import { decideRegister, type RegisterCompanyFile } from './company-register.ts';
import { decideOpening, type OpenFirm } from './details.ts';
import type { DetailsEvent } from './details-events.ts';
import type { MemberEvent } from './member-events.ts';
import type { RegisterEvent } from './register-events.ts';
import type { Firm } from './state.ts';

/** A firm is opened together with its first admin. */
export function decideFirmOpening(command: OpenFirm, firm: Firm): Decision<DetailsEvent | MemberEvent> {
  if (firm.identity) return [];
  const opened = decideOpening(command);
  if (isRefusal(opened)) return opened;
  const admin = { user_id: command.adminId, role: 'admin', all_companies: true, is_active: true } as const;
  const invited = command.isAdminInvited ? { is_invited: true } : {};
  return [...opened, { type: 'MemberAttached', data: { ...admin, ...invited } }];
}

/** Registers a company file and gives the member who opens it access to it. */
export function decideRegistration(command: RegisterCompanyFile, firm: Firm): Decision<RegisterEvent | MemberEvent> {
  const registered = decideRegister(command, firm);
  if (isRefusal(registered)) return registered;
  return [...registered, ...assignOpenedFile(command.registeredBy, command.companyId, firm)];
}
