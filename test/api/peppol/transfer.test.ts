import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

const NUMBER = '0477472701';
const FULL_ID = `iso6523-actorid-upis::0208:${NUMBER}`;

interface Registration extends AnswerBody {
  readonly transfers: readonly { readonly id: number; readonly company_name: string }[];
}

describe('A number of the Peppol network', () => {
  const service = useService({ environment: { PEPPOL_PROVIDER: 'loopback' } });
  let first: TestFirm;
  let second: TestFirm;
  let holder: TestCompany;
  let twin: TestCompany;
  const open = (firm: TestFirm, name: string) =>
    service.newCompany(firm.client, { name, enterprise_number: NUMBER, vat_number: `BE${NUMBER}` });
  const show = (): Promise<Registration> => first.client.expect(200).get<Registration>(`${holder.path}/peppol`);

  before('open two company files of one company in two firms', async () => {
    [first, second] = [await service.newFirm(), await service.newFirm()];
    holder = await open(first, 'Menuiserie Été');
    twin = await open(second, 'Menuiserie Été (nouvelle fiduciaire)');
  });

  it('goes to one of two company files that register at the same time', async () => {
    const answers = await Promise.all([
      first.client.post(`${holder.path}/peppol`, {}),
      second.client.post(`${twin.path}/peppol`, {}),
    ]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409]);
    const [winner, loser] = answers[0].status === 201 ? [first, second] : [second, first];
    const paths = answers[0].status === 201 ? [holder.path, twin.path] : [twin.path, holder.path];
    await loser.client.refused(404).get(`${paths[1]}/peppol`);
    await winner.client.expect(204).delete(`${paths[0]}/peppol`);
  });

  it('is free again when its holder leaves, and belongs to one company file, also across firms', async () => {
    await first.client.created(`${holder.path}/peppol`, {});
    const body = await second.client.refused(409, 'participant_taken').post(`${twin.path}/peppol`, {});
    expect(JSON.stringify(body)).not.to.contain('Menuiserie').and.not.to.contain(first.token);
    await second.client.refused(404).get(`${twin.path}/peppol`);
  });

  it('is not asked for by the company file that holds it, nor while nobody does', async () => {
    await first.client
      .refused(422, 'participant_not_taken')
      .post(`${holder.path}/peppol/transfer`, { participant_id: `0208:${NUMBER}` });
    const other = await service.newCompany(second.client, { enterprise_number: '0403170701' });
    await second.client.refused(422, 'participant_not_taken').post(`${other.path}/peppol/transfer`, {});
    await second.client
      .refused(422, 'peppol_identifier_not_own')
      .post(`${other.path}/peppol/transfer`, { participant_id: `0208:${NUMBER}` });
  });

  it('is asked for once by each company file, and its holder sees by whom', async () => {
    const asked = await second.client.expect(202).post(`${twin.path}/peppol/transfer`, {});
    expect(asked).to.deep.include({ participant_id: NUMBER, full_id: FULL_ID, status: 'asked' });
    const again = await second.client.expect(202).post(`${twin.path}/peppol/transfer`, {});
    expect(again.id).to.equal(asked.id);
    const { transfers } = await show();
    expect(transfers).to.have.length(1);
    expect(transfers[0]).to.include({ id: asked.id, company_name: 'Menuiserie Été (nouvelle fiduciaire)' });
    await second.client.refused(404).get(`${twin.path}/peppol`);
  });

  it('is handed over by its holder alone', async () => {
    const { id } = (await show()).transfers[0]!;
    await second.client.refused(404).post(`${twin.path}/peppol/transfer/${id}/confirm`);
    await second.client.refused(404).post(`${holder.path}/peppol/transfer/${id}/confirm`);
    await first.client.refused(404).post(`${holder.path}/peppol/transfer/${id + 1000}/confirm`);
    const body = await first.client.expect(200).post(`${holder.path}/peppol/transfer/${id}/confirm`);
    expect(body).to.deep.equal({ id, participant_id: NUMBER, full_id: FULL_ID, status: 'confirmed' });
    await first.client.refused(404).get(`${holder.path}/peppol`);
    const taken = await second.client.expect(200).get<Registration>(`${twin.path}/peppol`);
    expect(taken).to.deep.include({ full_id: FULL_ID, status: 'active', transfers: [] });
    await first.client.refused(409, 'participant_taken').post(`${holder.path}/peppol`, {});
  });

  it('changes hands without the people of one firm appearing in the history of the other', async () => {
    interface Line {
      readonly after: { readonly transfers?: unknown } | null;
      readonly user: { readonly id: number } | null;
    }
    const readHistory = async (firm: TestFirm, { path }: TestCompany): Promise<readonly Line[]> =>
      (await firm.client.expect(200).get<{ data: readonly Line[] }>(`${path}/history?resource=peppol`)).data;
    const [taken] = await readHistory(second, twin);
    expect(taken!.user).to.equal(null);
    const asked = (await readHistory(first, holder)).filter(({ after }) => after?.transfers);
    expect(asked.map(({ user }) => user)).to.deep.equal([null]);
  });
});
