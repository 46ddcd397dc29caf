import { expect } from 'chai';
import type { DomainEvent } from '../../../domain/event.ts';
import { buildCodeFromName } from '../../../domain/firms/company-register.ts';
import { refused, refusedAt } from '../../support/given.ts';
import { details, year2026 } from '../../support/company-file-samples.ts';
import { given, open, opened } from './samples.ts';

const register = (code: string | null, name = 'Café des Arts', companyId = 1) =>
  ({
    type: 'RegisterCompanyFile',
    companyId,
    publicToken: 'token0000001',
    request: { details: { ...details, code, name }, fiscalYear: year2026, banks: [] },
    now: '2026-11-15T12:00:00.000Z',
  }) as const;
const registered = (code: string): DomainEvent => ({
  type: 'CompanyFileRegistered',
  data: { company_id: 1, public_token: 'token0000001', code, request: {} },
});

describe('firms', () => {
  it('open with their first admin, once', () => {
    given().when(open).then(opened);
    given(opened).when(open).then([]);
  });

  it('register a company file under its code', () => {
    const [event] = given(opened).when(register('ARTS')).events;
    expect(event).to.have.property('type', 'CompanyFileRegistered');
    expect(event!.data).to.include({ code: 'ARTS', company_id: 1, public_token: 'token0000001' });
    expect(event!.data['request']).to.deep.equal(register('ARTS').request);
  });

  it('refuse a code that another file has', () => {
    given(opened, registered('ARTS'))
      .when(register('ARTS'))
      .then(refusedAt(['code', 'code_taken']));
  });

  it('take any code that no file has, also one that every object knows', () => {
    for (const code of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      const [event] = given(opened).when(register(code)).events;
      expect(event!.data['code']).to.equal(code);
      given(opened, event!)
        .when(register(code))
        .then(refusedAt(['code', 'code_taken']));
    }
  });

  it('make a code from the name, with a number when it is taken', () => {
    const codeGiven = (...taken: string[]) =>
      given(opened, taken.map(registered)).when(register(null)).events[0]!.data['code'];
    expect(codeGiven()).to.equal('CAFEDESARTS');
    expect(codeGiven('CAFEDESARTS')).to.equal('CAFEDESARTS-2');
    expect(codeGiven('CAFEDESARTS', 'CAFEDESARTS-2')).to.equal('CAFEDESARTS-3');
  });

  it('make codes of at most twelve letters and digits, and have one for a name without any', () => {
    expect(buildCodeFromName('Société Générale de Belgique')).to.equal('SOCIETEGENER');
    expect(buildCodeFromName('日本')).to.equal('FILE');
  });

  it('that are not open do nothing', () => {
    given().when(register('ARTS')).then(refused('not_found'));
  });
});
