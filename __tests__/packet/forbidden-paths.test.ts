import { expect, test } from '@jest/globals';
import { forbiddenPath } from '../../src/packet/forbidden-paths.ts';

test.each([
  '.env', 'app/.env.local', '.envrc', 'id_rsa', 'deploy/id_ed25519.pub', '.ssh/config', 'server.pem', 'a/b.p12', 'key.asc', '.npmrc', '.netrc', '.aws/credentials', 'config/secrets.yml', 'api_token.txt', 'cookies.txt', 'x/Cookies.sqlite',
  'cookiejar', '.idea/workspace.xml', '.vscode/settings.json', '.a.swp', '.DS_Store', 'node_modules/a/index.js', 'web/node_modules/a/x', '.venv/bin/python', 'venv/x', 'vendor/a.go', 'third_party/x.c', 'dist/a-1.0.whl', 'lib/a.jar', '.git/config', 'sub/.git', 'a/__pycache__/b.pyc',
])('%s never travels', (path) => {
  expect(forbiddenPath(path)).not.toBeNull();
});

test.each(['.env.example', 'src/environment.ts', 'src/keys.py', 'tokenizer/token.go', 'docs/vendoring.md', '.github/workflows/ci.yml', '.gitignore', 'src/cookies.py', 'src/cookie_parser.js', 'tests/secrets_test.py', 'venvs.md', 'keyboard.ts', 'monkey.key.ts'])('%s may', (path) => {
  expect(forbiddenPath(path)).toBeNull();
});
