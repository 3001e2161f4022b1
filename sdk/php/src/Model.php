<?php

declare(strict_types=1);

namespace Kolo;

/**
 * A record of the API. Read its fields as properties or as array keys. A documented field that is absent is null.
 * Fields that a newer service adds can be read, too.
 *
 * @implements \ArrayAccess<string, mixed>
 */
abstract class Model implements \ArrayAccess, \JsonSerializable
{
    /** The documented fields. */
    protected const FIELDS = [];
    /** The models of inner fields: a class, a list of one shape, or a map of one shape under '*'. */
    protected const SHAPES = [];

    /** @var array<string, mixed> */
    private array $fields = [];

    /** @param array<string, mixed> $fields */
    final public function __construct(array $fields)
    {
        $shapes = static::shapes($fields);
        foreach ($fields as $name => $value) {
            $this->fields[$name] = self::shaped($value, $shapes[$name] ?? null);
        }
    }

    /**
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    protected static function shapes(array $fields): array
    {
        return static::SHAPES;
    }

    public function __get(string $name): mixed
    {
        if (!array_key_exists($name, $this->fields) && !in_array($name, static::FIELDS, true)) {
            throw new \OutOfBoundsException(static::class . " has no field $name");
        }
        return $this->fields[$name] ?? null;
    }

    public function __isset(string $name): bool
    {
        return isset($this->fields[$name]);
    }

    public function __set(string $name, mixed $value): void
    {
        throw new \LogicException('A record of the API cannot be changed: send the change with update');
    }

    public function offsetExists(mixed $offset): bool
    {
        return isset($this->fields[$offset]);
    }

    public function offsetGet(mixed $offset): mixed
    {
        return $this->__get((string) $offset);
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        $this->__set((string) $offset, $value);
    }

    public function offsetUnset(mixed $offset): void
    {
        $this->__set((string) $offset, null);
    }

    /** @return array<string, mixed> The fields, with the inner records as models. */
    public function toArray(): array
    {
        return $this->fields;
    }

    public function jsonSerialize(): array
    {
        return $this->fields;
    }

    public function __debugInfo(): array
    {
        return $this->fields;
    }

    /** Turns decoded JSON into models. A value of another shape stays unchanged: a newer service may send it. */
    private static function shaped(mixed $value, mixed $shape): mixed
    {
        if ($shape === null || !is_array($value)) {
            return $value;
        }
        if (is_array($shape)) {
            $inner = $shape['*'] ?? $shape[0];
            return array_map(static fn (mixed $one): mixed => self::shaped($one, $inner), $value);
        }
        return new $shape($value);
    }
}
