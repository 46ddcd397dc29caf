import type { DomainEvent, EventCatalogue } from '../event.ts';
import { isRefusal, refuse, unreachable, type Decision } from '../refusal.ts';
import {
  decideRegister,
  evolveRegister,
  initialRegister,
  registerEvents,
  type ChangeRegister,
  type CompanyRegister,
  type RegisterCompanyFile,
  type RegisterEvent,
} from './company-register.ts';
import {
  decideDetails,
  decideOpening,
  detailsEvents,
  evolveDetails,
  type DetailsCommand,
  type DetailsEvent,
  type FirmIdentity,
  type OpenFirm,
} from './details.ts';
import {
  decideLicence,
  evolveLicence,
  licenceEvents,
  type Licence,
  type LicenceCommand,
  type LicenceEvent,
} from './licence.ts';
import { memberEvents, type MemberEvent } from './member-events.ts';
import {
  assignOpened,
  decideMembers,
  evolveMembers,
  initialMembers,
  type MemberCommand,
  type Members,
} from './members.ts';

/** A firm: its details, its team, its licence, and the register of the company files that it keeps, over one stream. */
export interface Firm {
  /** Null before it is opened. */
  readonly identity: FirmIdentity | null;
  readonly members: Members;
  readonly companies: CompanyRegister;
  /** Null on the free plan. */
  readonly licence: Licence | null;
}

export type FirmCommand =
  OpenFirm | DetailsCommand | MemberCommand | RegisterCompanyFile | ChangeRegister | LicenceCommand;
export type FirmEvent = DetailsEvent | MemberEvent | RegisterEvent | LicenceEvent;

export const firmEvents: EventCatalogue = { ...detailsEvents, ...memberEvents, ...registerEvents, ...licenceEvents };

const initialState: Firm = { identity: null, members: initialMembers, companies: initialRegister, licence: null };

function decide(command: FirmCommand, firm: Firm): Decision<DomainEvent> {
  return decideCommand(command, firm) as Decision<DomainEvent>;
}

function decideCommand(command: FirmCommand, firm: Firm): Decision<FirmEvent> {
  if (command.type === 'OpenFirm') return firm.identity ? [] : open(command);
  if (!firm.identity) return refuse('not_found');
  switch (command.type) {
    case 'UpdateFirm':
    case 'SetFirmLogo':
      return decideDetails(command, firm.identity);
    case 'CheckNewMember':
    case 'AttachMember':
    case 'ChangeMember':
    case 'DetachMember':
    case 'AssignCompanies':
      return decideMembers(command, firm);
    case 'RegisterCompanyFile': {
      const registered = decideRegister(command, firm);
      if (isRefusal(registered)) return registered;
      return [...registered, ...assignOpened(command.registeredBy, command.companyId, firm)];
    }
    case 'RecodeCompanyFile':
    case 'SetCompanyFileAside':
    case 'TakeCompanyFileBack':
      return decideRegister(command, firm);
    case 'ActivateLicence':
    case 'ReleaseLicence':
      return decideLicence(command, firm.licence);
    default:
      return unreachable(command);
  }
}

function open(command: OpenFirm): Decision<FirmEvent> {
  const opened = decideOpening(command);
  if (isRefusal(opened)) return opened;
  const admin = { user_id: command.adminId, role: 'admin', all_companies: true, is_active: true } as const;
  return [...opened, { type: 'MemberAttached', data: admin }];
}

function evolve(firm: Firm, fact: DomainEvent): Firm {
  const event = fact as unknown as FirmEvent;
  switch (event.type) {
    case 'FirmOpened':
    case 'FirmUpdated':
    case 'FirmLogoSet':
      return { ...firm, identity: evolveDetails(firm.identity, event) };
    case 'MemberAttached':
    case 'MemberChanged':
    case 'MemberCompaniesAssigned':
    case 'MemberDetached':
      return { ...firm, members: evolveMembers(firm.members, event) };
    case 'CompanyFileRegistered':
    case 'CompanyFileRecoded':
    case 'CompanyFileSetAside':
    case 'CompanyFileTakenBack':
      return { ...firm, companies: evolveRegister(firm.companies, event) };
    case 'LicenceActivated':
    case 'LicenceReleased':
      return { ...firm, licence: evolveLicence(firm.licence, event) };
    default:
      return firm;
  }
}

export const firm = { initialState, decide, evolve };
