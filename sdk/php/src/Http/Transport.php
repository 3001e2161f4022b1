<?php

declare(strict_types=1);

namespace Kolo\Http;

/** Sends requests. Implement it to replace the client's own transport, for example to use a proxy. */
interface Transport
{
    /**
     * Sends a request once. Must not follow redirects, which would send the private key to another address.
     *
     * @throws TransportError if there is no answer
     */
    public function send(Request $request): Response;
}
