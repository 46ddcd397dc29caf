import { expect } from 'chai';
import { areColleagues } from '../../../domain/firms/acceptance.ts';

describe('Joining a firm without acceptance', () => {
  const proven = (email: string) => ({ email, isProven: true });
  const claimed = (email: string) => ({ email, isProven: false });

  it('is for people whose proven address has the domain of the proven address of the admin', () => {
    expect(areColleagues(proven('ada@parc.be'), proven('Bob@PARC.be'))).to.equal(true);
    expect(areColleagues(claimed('ada@parc.be'), proven('bob@parc.be'))).to.equal(false);
    expect(areColleagues(proven('ada@parc.be'), claimed('bob@parc.be'))).to.equal(false);
    expect(areColleagues(proven('ada@parc.be'), proven('bob@mail.parc.be'))).to.equal(false);
    expect(areColleagues(proven('ada@parc.be'), proven('bob@notparc.be'))).to.equal(false);
  });

  it('is never for addresses of public providers, or for texts that are no addresses', () => {
    expect(areColleagues(proven('ada@gmail.com'), proven('bob@gmail.com'))).to.equal(false);
    expect(areColleagues(proven('ada'), proven('ada'))).to.equal(false);
    expect(areColleagues(proven('ada@'), proven('bob@'))).to.equal(false);
  });
});
