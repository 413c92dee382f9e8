import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from '@spotter/contract/openapi.ts';

/** Markup that is already safe; all other values in a template are escaped. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | false | undefined | readonly Part[];

function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string));
}

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text in which `words` between backticks are code. */
function prose(text: string): Part {
  return text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece));
}

type Call = { path: string; method: string; operation: OpenApiOperation };

/** The API document as one page that works without scripts. */
export function apiDocsHtml(document: OpenApiDocument): string {
  const calls: Call[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = document.tags.map((tag) => ({
    ...tag,
    title: tag.name.replace('_', ' '),
    calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)).sort(byPath),
  }));
  const schemas = Object.entries(document.components.schemas).sort(([a], [b]) => a.localeCompare(b));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.info.title}</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<a class="skip" href="#content">Skip to the calls</a>
<header>
<h1>${document.info.title} <small>${document.info.version}</small></h1>
<p>${prose(document.info.description)}</p>
<p><a href="/api/v1/openapi.json">OpenAPI 3.1 document</a> · ${calls.length} calls · base path <code>${document.servers[0]?.url}</code></p>
</header>
<div class="columns">
<nav aria-label="Calls">
${groups.map(
  (group) => html`<details open><summary>${group.title} <small>${group.calls.length}</small></summary><ul>
${group.calls.map(
  ({ method, operation }) =>
    html`<li><a href="#${operation.operationId}"><span class="verb ${method}">${method}</span> ${operation.operationId}</a></li>`,
)}
</ul></details>`,
)}
<details><summary>entities <small>${schemas.length}</small></summary><ul>
${schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`)}
</ul></details>
</nav>
<main id="content">
${groups.map(
  (group) => html`<section aria-labelledby="tag-${group.name}">
<h2 id="tag-${group.name}">${group.title}</h2>
<p class="lead">${group.description}</p>
${group.calls.map((call) => callHtml(call, document))}
</section>`,
)}
<section aria-labelledby="entities"><h2 id="entities">Entities</h2>
${schemas.map(
  ([name, schema]) => html`<details class="call"><summary><strong>${name}</strong>
<span class="summary">${schema.description}</span></summary><div class="inside" id="schema-${name}">${schemaHtml(schema)}</div></details>`,
)}
</section>
</main>
</div>
</body>
</html>
`.text;
}

function byPath(a: Call, b: Call): number {
  return a.path.localeCompare(b.path) || a.method.localeCompare(b.method);
}

/** The anchor is inside the collapsed part, so that following it opens the part. */
function callHtml({ path, method, operation }: Call, document: OpenApiDocument): Html {
  const parameters = (operation.parameters ?? []).map((parameter) => resolveParameter(parameter, document));
  const body = operation.requestBody && Object.entries(operation.requestBody.content)[0];
  return html`<details class="call">
<summary><span class="verb ${method}">${method}</span> <code class="path">${path}</code>
<span class="summary">${operation.summary}</span></summary>
<div class="inside" id="${operation.operationId}">
<p><code>${operation.operationId}</code> · ${operation.description}</p>
${
  parameters.length > 0 &&
  html`<h3>Parameters</h3><table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>
${parameters.map(
  (
    parameter,
  ) => html`<tr><td><code>${parameter.name}</code>${parameter.required && required}</td><td>${parameter.in}</td>
<td>${typeHtml(parameter.schema)}</td><td>${prose(parameter.description ?? '')}${limits(parameter.schema)}</td></tr>`,
)}
</tbody></table>`
}
${body && html`<h3>Body <small>${body[0]}</small></h3>${schemaHtml(body[1].schema)}`}
<h3>Answers</h3>
<dl class="answers">${Object.entries(operation.responses).map(([status, response]) => answerHtml(status, response, document))}</dl>
</div></details>`;
}

const required = html` <abbr class="required" title="required">*</abbr>`;

function answerHtml(status: string, response: OpenApiResponse, document: OpenApiDocument): Html {
  const answer = '$ref' in response ? document.components.responses[nameOf(response.$ref)] : response;
  if (!answer || '$ref' in answer) return html``;
  const content = answer.content && Object.entries(answer.content)[0];
  const failed = status === 'default' || Number(status) >= 400;
  return html`<dt><span class="status ${failed ? 'bad' : 'good'}">${status}</span></dt>
<dd>${answer.description.split('\n\n').map((line) => html`<p>${prose(line)}</p>`)}
${content && !failed && html`<p><small>${content[0]}</small></p>${schemaHtml(content[1].schema)}`}</dd>`;
}

function resolveParameter(parameter: OpenApiParameter, document: OpenApiDocument) {
  const found = '$ref' in parameter ? document.components.parameters[nameOf(parameter.$ref)] : parameter;
  if (!found || '$ref' in found) throw new Error('A parameter of the API document refers to nothing.');
  return found;
}

/** A schema's fields as a table; a schema without fields as its type. */
function schemaHtml(schema: JsonSchema): Html {
  if (schema.oneOf)
    return html`<ul class="choices">${schema.oneOf.map((choice) => html`<li>${schemaHtml(choice)}</li>`)}</ul>`;
  if (!schema.properties) return html`<p>${typeHtml(schema)}</p>`;
  return html`<table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>
${Object.entries(schema.properties).map(
  ([name, field]) => html`<tr><td><code>${name}</code>${schema.required?.includes(name) && required}</td>
<td>${typeHtml(field)}</td><td>${field.description && prose(field.description)}${limits(field)}
${nested(field)}</td></tr>`,
)}
</tbody></table>`;
}

function nested(field: JsonSchema): Part {
  const inner = field.properties ? field : field.items?.properties ? field.items : undefined;
  return inner && html`<details><summary>Fields</summary>${schemaHtml(inner)}</details>`;
}

function typeHtml(schema: JsonSchema): Part {
  if (schema.$ref) return html`<a href="#schema-${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`;
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.map((choice, index) => [index > 0 && ' or ', typeHtml(choice)]);
  if (schema.enum)
    return schema.enum.map((value, index) => [index > 0 && ' ', html`<code>${JSON.stringify(value)}</code>`]);
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.items) return ['list of ', typeHtml(schema.items)];
  if (typeof schema.additionalProperties === 'object') return ['map to ', typeHtml(schema.additionalProperties)];
  return [[schema.type ?? 'anything'].flat().join(' or '), schema.format && ` (${schema.format})`];
}

const limitNames: Record<string, string> = {
  minLength: 'at least {} characters',
  maxLength: 'at most {} characters',
  minimum: 'at least {}',
  maximum: 'at most {}',
  minItems: 'at least {} items',
  maxItems: 'at most {} items',
  default: 'default {}',
};

function limits(schema: JsonSchema): Part {
  const said = Object.entries(limitNames)
    .filter(([name]) => {
      const value = schema[name];
      return value !== undefined && typeof value !== 'object' && Math.abs(Number(value) || 0) < Number.MAX_SAFE_INTEGER;
    })
    .map(([name, words]) => words.replace('{}', JSON.stringify(schema[name])));
  return said.length > 0 && html` <small class="limits">${said.join(', ')}</small>`;
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
