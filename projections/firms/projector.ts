import { toFirmDetails } from '../../domain/firms/details-events.ts';
import type { firms as firmSubject } from '../../domain/firms/index.ts';
import type { EventRecordedBy } from '../../domain/subject.ts';
import type { AssignedCompany, MemberEvent } from '../../domain/firms/member-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getRecordedAt, getStreamId } from '../support/provenance.ts';
import type { ReadTable, Row, RowOf } from '../support/table.ts';
import { firms, members, registrations } from './tables.ts';

/** Without the events of other subjects of the firm. */
export type OwnFirmEvent = EventRecordedBy<typeof firmSubject>;

export function projectFirm(event: OwnFirmEvent, stored: RecordedEvent, batch: Batch): void {
  const at = getRecordedAt(stored);
  const firmId = getStreamId(stored);
  switch (event.type) {
    case 'FirmOpened': {
      const { id, public_token, source } = event.data;
      const row = {
        id,
        public_token,
        source,
        ...toFirmDetails(event.data),
        logo_file: null,
        version: 1,
        requires_second_factor: false,
        requires_acceptance: true,
        sso: null,
        sso_required_since: null,
        external_id: null,
        is_partner: false,
      };
      batch.put(firms, { ...row, created_at: at, updated_at: at });
      return;
    }
    case 'FirmUpdated':
      changeFirm({ ...event.data.changes, version: event.data.version });
      return;
    case 'SecondFactorRequired':
      changeFirm({ requires_second_factor: event.data.is_required, version: event.data.version });
      // Members who do not see the firm now may see it again.
      batch.invalidateAccess('all');
      return;
    case 'MemberAcceptanceRequired':
      changeFirm({ requires_acceptance: event.data.is_required, version: event.data.version });
      return;
    case 'SignOnConfigured': {
      const { version, sso = null } = event.data;
      const { sso_required_since } = getKnownRow(batch, firms, firmId);
      changeFirm({ sso, sso_required_since: sso?.required ? (sso_required_since ?? at) : null, version });
      // Members who do not see the firm now may see it again.
      batch.invalidateAccess('all');
      return;
    }
    case 'FirmLogoSet':
      changeFirm({ logo_file: event.data.file, version: event.data.version });
      return;
    case 'CompanyFileRegistered':
      batch.put(registrations, {
        company_id: event.data.company_id,
        firm_id: firmId,
        revision: stored.revision,
        code: event.data.code,
        is_set_aside: false,
        external_id: event.data.request.external?.externalId ?? null,
        registered_at: at,
        updated_at: at,
      });
      return;
    case 'CompanyFileRecoded':
      changeRegistration(event.data.company_id, { code: event.data.code });
      return;
    case 'CompanyFileSetAside':
    case 'CompanyFileTakenBack':
      changeRegistration(event.data.company_id, { is_set_aside: event.type === 'CompanyFileSetAside' });
      return;
    case 'MemberAttached':
    case 'MemberJoined':
    case 'MemberInvitedAgain':
    case 'MemberChanged':
    case 'MemberCompaniesAssigned':
    case 'MemberReplaced':
    case 'MemberDetached':
      projectMember(event, firmId, at, batch);
      return;
  }

  function changeRegistration(companyId: number, changes: Partial<RowOf<typeof registrations>>): void {
    batch.put(registrations, { ...getKnownRow(batch, registrations, companyId), ...changes, updated_at: at });
  }

  function changeFirm(changes: Partial<RowOf<typeof firms>>): void {
    batch.put(firms, { ...getKnownRow(batch, firms, firmId), ...changes, updated_at: at });
    // The name and language of the firm are cached with the rights of its members.
    batch.invalidateAccess(`firm:${firmId}`);
  }
}

function projectMember(event: MemberEvent, firmId: number, at: string, batch: Batch): void {
  const userId = event.data.user_id;
  batch.invalidateAccess(`user:${userId}`);
  if (event.type === 'MemberAttached') {
    const { is_invited = false, ...member } = event.data;
    const initial = { is_invited, company_role: null, companies: {}, version: 1, detached_at: null };
    batch.put(members, { ...member, firm_id: firmId, ...initial, created_at: at, updated_at: at });
    return;
  }
  if (event.type === 'MemberReplaced') {
    replaceMember(event.data, firmId, at, batch);
    return;
  }
  const before = getKnownRow(batch, members, firmId, userId);
  const updateMember = (changes: Partial<RowOf<typeof members>>) =>
    batch.put(members, { ...before, ...changes, version: event.data.version, updated_at: at });
  switch (event.type) {
    case 'MemberJoined':
    case 'MemberInvitedAgain':
      updateMember({ is_invited: event.type === 'MemberInvitedAgain' });
      return;
    case 'MemberChanged':
      updateMember(event.data.changes);
      return;
    case 'MemberCompaniesAssigned': {
      const { all_companies, role: company_role, companies } = event.data;
      updateMember({ all_companies, company_role, companies: toRolesByCompany(companies) });
      return;
    }
    case 'MemberDetached':
      updateMember({ ...LEFT, detached_at: at });
      return;
  }
}

const LEFT = { is_active: false, is_invited: false, companies: {} };

const toRolesByCompany = (companies: readonly AssignedCompany[]) =>
  Object.fromEntries(companies.map(({ company_id, role }) => [company_id, role] as const));

function replaceMember(
  { replaced_user_id, companies, ...member }: Extract<MemberEvent, { type: 'MemberReplaced' }>['data'],
  firmId: number,
  at: string,
  batch: Batch,
): void {
  batch.invalidateAccess(`user:${replaced_user_id}`);
  const replaced = getKnownRow(batch, members, firmId, replaced_user_id);
  batch.put(members, { ...replaced, ...LEFT, version: replaced.version + 1, detached_at: at, updated_at: at });
  const before = batch.get(members, firmId, member.user_id);
  const created_at = before && before.detached_at === null ? before.created_at : at;
  const shown = { ...member, firm_id: firmId, companies: toRolesByCompany(companies), detached_at: null };
  batch.put(members, { ...shown, created_at, updated_at: at });
}

function getKnownRow<TableRow extends Row>(
  batch: Batch,
  table: ReadTable<string, TableRow>,
  ...key: readonly number[]
): TableRow {
  const row = batch.get(table, ...key);
  if (!row) throw new Error(`There is no row ${key.join(':')} in ${table.name}`);
  return row;
}
