/**
 * The page of the sandbox in place of a provider's, where a payer would pay. It has no script: the payment completes by
 * itself.
 */
export function sandboxPage(payment_path: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sandbox</title>
<h1>Sandbox</h1>
<p>Here the payer pays on a page of the operator. In the test environment the payment completes by itself within ten seconds.</p>
<p lang="fr">Ici, le payeur paie sur une page de l’opérateur. En environnement de test, le paiement aboutit seul en dix secondes.</p>
<p><a href="${payment_path}">Back to the payment · <span lang="fr">Retour au paiement</span></a></p>
`;
}

export const SANDBOX_PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;
