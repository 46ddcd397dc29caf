import { expect } from 'chai';
import { BadConfiguration, readConfig } from '../../configuration/config.ts';

describe('The settings of single sign-on', () => {
  const ACME = {
    OIDC_ACME_ISSUER: 'https://login.acme.example/realms/acme',
    OIDC_ACME_CLIENT_ID: 'grandlivre',
    OIDC_ACME_CLIENT_SECRET: 'very-secret',
  };
  const problemsOf = (more: Readonly<Record<string, string | undefined>>): string[] => {
    try {
      readConfig({ ...ACME, ...more });
      return [];
    } catch (error) {
      if (!(error instanceof BadConfiguration)) throw error;
      expect(error.message).not.to.contain('very-secret');
      return error.message.split('\n');
    }
  };

  it('are read by key', () => {
    expect(readConfig({}).signOn).to.deep.equal([]);
    const [provider] = readConfig({
      ...ACME,
      OIDC_ACME_REDIRECTS: 'https://app.example.com/in, grandlivre://in',
      OIDC_ACME_SCOPES: 'groups roles',
      OIDC_ACME_FIRM_CLAIM: 'tenant',
      OIDC_ACME_FIRMS: 'north=AbCdEfGh1234,s=JkLmNoPq5678',
    }).signOn;
    expect(provider).to.deep.include({
      key: 'acme',
      name: 'ACME',
      redirects: ['https://app.example.com/in', 'grandlivre://in'],
      scopes: ['groups', 'roles'],
      firm: null,
      firms: { north: 'AbCdEfGh1234', s: 'JkLmNoPq5678' },
      trustsEmail: false,
    });
    for (const issuer of ['http://127.0.0.1:3000', 'http://localhost:3000/x', 'http://[::1]:3000'])
      expect(problemsOf({ OIDC_ACME_ISSUER: issuer })).to.deep.equal([]);
  });

  it('are refused with the variable, what is wrong and an example', () => {
    const expectProblem = (more: Readonly<Record<string, string | undefined>>, ...parts: readonly string[]) => {
      const [problem = '', ...others] = problemsOf(more);
      expect(others, problem).to.deep.equal([]);
      for (const part of parts) expect(problem).to.contain(part);
    };
    expectProblem(
      { OIDC_ACME_ISSUER: 'http://login.acme.example' },
      'OIDC_ACME_ISSUER must start with https://',
      'such as',
    );
    expectProblem({ OIDC_ACME_ISSUER: 'https://login.acme.example?x=1' }, 'OIDC_ACME_ISSUER', 'query');
    expectProblem({ OIDC_ACME_CLIENT_SECRET: '' }, 'OIDC_ACME_CLIENT_SECRET is missing', 'such as');
    expectProblem({ OIDC_ACME_CLIENT_SECRET: 'very-secret and more' }, 'OIDC_ACME_CLIENT_SECRET must be printable');
    expectProblem({ OIDC_ACME_FIRM: 'short' }, 'OIDC_ACME_FIRM', '"short"', 'AbCdEfGh1234');
    expectProblem({ OIDC_ACME_FIRMS: 'a=AbCdEfGh1234' }, 'OIDC_ACME_FIRMS requires OIDC_ACME_FIRM_CLAIM');
    expectProblem({ OIDC_ACME_FIRM: 'AbCdEfGh1234', OIDC_ACME_FIRM_CLAIM: 't' }, 'exclude each other');
    expectProblem({ OIDC_ACME_ISUER: 'x' }, 'OIDC_ACME_ISUER is not a setting', 'OIDC_ACME_ISSUER');
    expectProblem({ OIDC_acme_ISSUER: 'x' }, 'OIDC_acme_ISSUER is not a setting');
    expect(problemsOf({ OIDC_OTHER_NAME: 'Other' })).to.have.length(3);
    for (const redirect of ['javascript:alert(1)', 'http://app.example.com', '/console', 'data:text/html,x'])
      expectProblem({ OIDC_ACME_REDIRECTS: redirect }, 'OIDC_ACME_REDIRECTS', redirect, 'such as');
  });
});
