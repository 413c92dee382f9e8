import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Endpoint, endpoints } from '@spotter/contract';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from '../scripts/patience.ts';
import { firstScreenGroups } from './chunks.ts';
import web from './package.json' with { type: 'json' };
import type { CallTable } from './src/platform/api/client.ts';

const SOURCE = join(import.meta.dirname, 'src');
const REACT_ROUTER = join(import.meta.dirname, '../node_modules/react-router/dist/production/index.mjs');
const API_SERVER = process.env.SPOTTER_SERVER ?? 'http://127.0.0.1:3000';

/**
 * The browser needs only each call's method, path and two rules, so the table is built here, and the schemas (with zod)
 * stay out of the first download.
 */
function contractCalls(): Plugin {
  const id = 'virtual:contract-calls';
  let isBuild = false;
  return {
    name: 'spotter:contract-calls',
    configResolved(config) {
      isBuild = config.command === 'build' && config.mode === 'production';
    },
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined;
      const used = isBuild ? usedCalls() : null;
      const calls = Object.entries<Endpoint>(endpoints)
        .filter(([name]) => !used || used.has(name))
        .map(([name, entry]) => [name, clientEntry(entry)]);
      return `export default ${JSON.stringify(Object.fromEntries(calls))}`;
    },
  };
}

/** The calls the app makes, as they stand in its source: `api.joinSession(…)`, `calls.refresh`. */
function usedCalls(): Set<string> {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const text = files.map((file) => readFileSync(join(SOURCE, file), 'utf8')).join('\n');
  return new Set(Array.from(text.matchAll(/\b(?:api|calls)\s*\.(\w+)/g), ([, name = '']) => name));
}

function clientEntry({ method, path, access, sentOnce }: Endpoint): CallTable[string] {
  const rules = { ...(access === 'public' && { isPublic: true as const }), ...(sentOnce && { sentOnce }) };
  return Object.keys(rules).length > 0 ? [method, path, rules] : [method, path];
}

const nativeOnly = /src\/platform\/native\/|node_modules\/@(capacitor|capgo|capawesome|aparajita)\//;

/**
 * Most functions of these files run on the first screen. Chrome compiles them while the files arrive, instead of each at
 * its first call on the page's own thread, which was a fifth of its work.
 */
function compileAhead(): Plugin {
  const files = ['framework', 'start', 'login', 'pages', 'member', 'theme'];
  return {
    name: 'spotter:compile-ahead',
    generateBundle: {
      // After Vite has put its own line at the top.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && files.includes(chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      },
    },
  };
}

/** In development every page except the landing page is the app, as the server does in production. */
function appFallback(): Plugin {
  return {
    name: 'spotter:app-fallback',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = (request.url ?? '/').split('?')[0] ?? '/';
        const isPage =
          request.method === 'GET' &&
          request.headers.accept?.includes('text/html') &&
          !/^\/(api|files|dev\/mail|@)/.test(path);
        if (isPage && path !== '/' && !path.endsWith('.html')) request.url = '/app.html';
        next();
      });
    },
  };
}

/** Each build has an id from its content, in the page instead of in a file: files that didn't change keep their names. */
function buildId(): Plugin {
  const content = process.env.SPOTTER_BUILD;
  return {
    name: 'spotter:build-id',
    transformIndexHtml: () =>
      content ? [{ tag: 'meta', attrs: { name: 'build', content }, injectTo: 'head' }] : undefined,
  };
}

export default defineConfig({
  appType: 'mpa',
  plugins: [
    contractCalls(),
    appFallback(),
    buildId(),
    compileAhead(),
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/platform/pwa',
      filename: 'service-worker.ts',
      injectRegister: null,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,svg}', '**/inter-latin-wght-normal*.woff2'],
        globIgnores: [
          '**/*cyrillic*',
          '**/*greek*',
          '**/*vietnamese*',
          '**/*latin-ext*',
          'first-screen.html',
          'assets/native/**',
        ],
      },
      manifest: {
        id: '/app',
        name: 'Spotter',
        short_name: 'Spotter',
        description: 'Train together at your gym.',
        start_url: '/app',
        scope: '/',
        display: 'standalone',
        background_color: '#ffffff',
        theme_color: '#7c3aed',
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
  ],
  resolve: {
    // The package's main file is its development build, with warnings that nobody reads in production.
    alias: process.env.NODE_ENV === 'production' ? { 'react-router': REACT_ROUTER } : {},
  },
  define: {
    __APP_VERSION__: JSON.stringify(web.version),
    // What `npm run ios` and `npm run android` build in, as JSON.
    __APP__: process.env.SPOTTER_APP ?? 'null',
  },
  build: {
    target: 'es2022',
    // The server reads it to preload a member's first files.
    manifest: true,
    modulePreload: {
      // Every browser that can run the app knows modulepreload.
      polyfill: false,
      // A page that loads another file already has these, so the first one needn't name them for each.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !/(framework|rolldown-runtime|start)-[^/]*\.js$/.test(file)) : files,
    },
    rolldownOptions: {
      input: { index: 'index.html', app: 'app.html' },
      // Modules that every screen needs share one file: it compresses better and costs fewer requests.
      output: {
        // Files that only a native app loads stand apart, and browsers don't keep them for later.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.every((id) => nativeOnly.test(id)) ? 'assets/native/[name]-[hash].js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: firstScreenGroups(),
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(['/api', '/files', '/dev/mail'].map((path) => [path, API_SERVER])),
      // The page belongs to the app, but Apple posts its answer to it.
      '/login': { target: API_SERVER, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
    },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    // Test files share a process, each with its own page: loading jsdom for each took longer than the tests.
    pool: 'vmForks',
    // Testing Library cleans up after each test only when it finds the global afterEach.
    globals: true,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['../scripts/patient-wait.ts'],
    expect: { poll: { timeout: PATIENCE_MS } },
    testTimeout: 60_000,
    restoreMocks: true,
  },
});
