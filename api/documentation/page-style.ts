/** Styles of the documentation page around Swagger UI. */
export const PAGE_STYLE = `
    body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
    header { background: #1f3a5f; color: #fff }
    header .inner { max-width: 1400px; margin: 0 auto; padding: 24px; display: flex; flex-wrap: wrap; gap: 16px 32px; align-items: center; justify-content: space-between }
    header .tools { padding-bottom: 0; justify-content: flex-start } header .tools a { color: #fff; margin-right: 12px } header .tools .theme { margin-left: auto }
    header h1 { margin: 0; font-size: 30px } header small { font-size: 14px; font-weight: 400; opacity: .8 }
    header p { margin: 4px 0 0; max-width: 46em } header .hint { font-size: 13px; opacity: .85 }
    header [hidden] { display: none }
    header button, header select { font: inherit; border-radius: 6px; border: 1px solid rgba(255, 255, 255, .6); background: transparent; color: #fff; padding: 6px 14px; cursor: pointer }
    header select option { color: #1c2733 }
    header button:focus-visible, header select:focus-visible, #areas a:focus-visible, .curl:focus-visible { outline: 3px solid #ffd166; outline-offset: 2px }
    #try-demo { background: #ffd166; border-color: #ffd166; color: #1c2733; font-weight: 600; font-size: 17px; padding: 10px 26px }
    #try-demo:disabled { opacity: .6; cursor: progress }
    #demo { border-top: 1px solid rgba(255, 255, 255, .25); padding-top: 14px; padding-bottom: 14px; justify-content: flex-start }
    #demo p { margin: 0 } #demo-first { flex-basis: 100%; display: flex; flex-wrap: wrap; gap: 8px }
    #demo-first button { border-radius: 16px; padding: 3px 14px; font-size: 14px; background: rgba(255, 255, 255, .12) }
    #demo-problem { background: #7a1f1f; max-width: none; padding: 8px 24px }
    #page { max-width: 1400px; margin: 0 auto; display: grid; grid-template-columns: 220px minmax(0, 1fr) }
    #areas { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 20px 8px 20px 24px; font-size: 14px }
    #areas a { display: flex; justify-content: space-between; padding: 3px 8px; border-radius: 5px; color: inherit; text-decoration: none }
    #areas a:hover { background: var(--field) } #areas span { color: var(--quiet) }
    html.dark-mode, html.dark-mode .swagger-ui, html.dark-mode .swagger-ui .scheme-container { background: var(--paper) }
    .swagger-ui .wrapper { max-width: none } .swagger-ui .info { margin: 24px 0 8px } .swagger-ui .info .title { display: none }
    .swagger-ui .info .renderedMarkdown p { font-size: 15px } .swagger-ui .scheme-container { box-shadow: none; padding: 8px 0; background: none }
    .swagger-ui .btn.authorize, .swagger-ui .btn.authorize span { color: var(--good); border-color: var(--good) } .swagger-ui .btn.authorize svg { fill: var(--good) }
    .swagger-ui .info__license, .swagger-ui .servers-title, .swagger-ui .servers { display: none }
    .with-curl { display: flex; align-items: stretch } .with-curl > :first-child { flex: 1; min-width: 0 }
    .curl { border: 0; border-left: 1px solid rgba(0, 0, 0, .1); background: transparent; padding: 0 12px; font: 12px monospace; cursor: pointer; color: inherit }
    .curl:hover { background: rgba(0, 0, 0, .06) }
    #error-codes { display: grid; grid-template-columns: max-content 1fr; gap: .2em 1.5em; font-size: 14px }
    #error-codes dt { font-family: monospace }
    #error-codes dd { margin: 0 } #error-codes > * { min-width: 0; overflow-wrap: anywhere }
    #documentation:empty::before { content: 'The routes are being drawn…'; display: block; padding: 24px; color: var(--quiet) }
    #documentation:empty + section { display: none }
    #error-codes .here, #error-codes .here + dd { background: var(--moved) }
    @media (max-width: 900px) { #page { grid-template-columns: minmax(0, 1fr) } #areas { display: none } #error-codes { grid-template-columns: minmax(0, 1fr) } }
  `;
