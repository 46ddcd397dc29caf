import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { promptLanguage } from '../../cli/accounts/account-input.ts';
import { WrongValue } from '../../cli/script.ts';
import { sample } from '../support/long.ts';
import { buildOnce, runToEnd } from '../support/processes.ts';

describe('The language of an administrator', () => {
  async function answer(...lines: readonly string[]) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let said = '';
    output.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.endsWith(': ')) input.write(`${lines[said.split('[nl]').length - 2]}\n`);
    });
    const chosen = await promptLanguage('nl', { input, output }).catch((error: unknown) => error);
    return { chosen, said };
  }

  it('is asked for at a terminal, with a suggestion, until it is one of the four', async () => {
    expect((await answer('de')).chosen).to.equal('de');
    expect((await answer(' EN ')).chosen).to.equal('en');
    expect((await answer('')).chosen).to.equal('nl');
    const { chosen, said } = await answer('dutch', 'nl');
    expect(chosen).to.equal('nl');
    expect(said).to.contain('(fr, nl, en, de) [nl]').and.contain('"dutch" is not one of them');
  });

  it('is refused after the third wrong answer, with the option and an example', async () => {
    const { chosen } = await answer('a', 'b', 'c');
    expect(chosen).to.be.instanceOf(WrongValue);
    expect((chosen as Error).message)
      .to.contain('--user-locale: "c"')
      .and.contain('Example: --user-locale nl');
  });
});

describe('The options of firm create', function () {
  this.timeout(60_000);
  before(buildOnce);

  it('are refused one by one, with what is wrong and an example', async () => {
    const given = ['--name', 'Fiduciaire', '--email', 'anne@example.be', '--password', 'a long password'];
    const wrong = [
      [['--email', 'anne'], '--email: "anne" is not an e-mail address. Example: --email you@example.com'],
      [['--country', 'NL'], '--country: "NL" is not supported; use BE, FR or LU. Example: --country FR'],
      [['--locale', 'it'], '--locale: "it" is not a language; use fr, nl, en or de. Example: --locale nl'],
      [['--user-locale', 'it'], '--user-locale: "it" is not a language; use fr, nl, en or de. Example: --user-locale'],
    ] as const;
    for (const [options, message] of sample<(typeof wrong)[number]>(wrong, (_one, place) => place % 2 === 0)) {
      const { code, stdout, stderr } = await runToEnd('grandlivre', ['firm', 'create', ...given, ...options], {});
      expect([code, stdout], options.join(' ')).to.deep.equal([2, '']);
      expect(stderr).to.contain(message);
    }
  });
});
