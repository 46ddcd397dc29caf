import { on, type Subject } from '../subject.ts';
import { decideRegister } from './company-register.ts';
import { detailsEvents } from './details-events.ts';
import { decideDetails } from './details.ts';
import { memberEvents } from './member-events.ts';
import { decideMembers } from './members.ts';
import { decideFirmOpening, decideRegistration } from './opening.ts';
import { registerEvents } from './register-events.ts';
import { evolveDetails, evolveMembers, evolveRegister, initialMembers, initialRegister, type Firm } from './state.ts';

/** The firm itself: its details, its team, and the register of its company files. */
export const firms = {
  events: { ...detailsEvents, ...memberEvents, ...registerEvents },
  decide: {
    OpenFirm: decideFirmOpening,
    UpdateFirm: decideDetails,
    SetFirmLogo: decideDetails,
    CheckNewMember: decideMembers,
    AttachMember: decideMembers,
    JoinTeam: decideMembers,
    InviteAgain: decideMembers,
    ChangeMember: decideMembers,
    DetachMember: decideMembers,
    AssignCompanies: decideMembers,
    ReplaceMember: decideMembers,
    RegisterCompanyFile: decideRegistration,
    RecodeCompanyFile: decideRegister,
    SetCompanyFileAside: decideRegister,
    TakeCompanyFileBack: decideRegister,
  },
  evolve: [
    on(detailsEvents, (firm, event) => ({ ...firm, identity: evolveDetails(firm.identity, event) })),
    on(memberEvents, (firm, event) => ({ ...firm, members: evolveMembers(firm.members, event) })),
    on(registerEvents, (firm, event) => ({ ...firm, companies: evolveRegister(firm.companies, event) })),
  ],
  slices: {
    identity: { initial: null },
    members: { initial: initialMembers },
    companies: { initial: initialRegister },
  },
} satisfies Subject<Firm>;
