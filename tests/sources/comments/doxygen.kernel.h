/**
 * list_add() - add a new entry
 * @new: new entry to be added
 * @head: list head to add it after,
 *        which is not %NULL
 *
 * Insert @new after the given &struct list_head. It is good for stacks.
 *
 * Context: Any context.
 * Return: 0, or a negative error.
 */
int list_add(struct list_head *new, struct list_head *head);

/**
 * struct list_head - a list
 * @next: what comes next.
 * @prev: what comes before.
 */
struct list_head {
    /** @next: the next one; what it ends with is the head. */
    struct list_head *next;
};

/**
 * g_list_model_get_item:
 * @list: a #GListModel
 * @position: (in) (optional): the position of the item
 *
 * Get the item at @position.
 *
 * |[<!-- language="C" -->
 *   item = g_list_model_get_item (list, 0);
 * ]|
 *
 * Returns: (transfer full) (nullable): the object at @position, %NULL if there is none.
 * Since: 2.44
 */
void *g_list_model_get_item(GListModel *list, unsigned position);

/**
 * job_start: Start a job.
 * @id: The id of the new job, see foo(a@b.org).
 * @...: what it works on.
 */
void job_start(const char *id, ...);

/**
 * GListModel:
 *
 * Something that has items.
 */
typedef struct _GListModel GListModel;

/**
 * Note: this is Doxygen.
 * @note: some write colons.
 * @return: nothing, and not @c NULL
 */
void plain(void);

/* Starts at the end:
 * no name. */
int other;

/**
 * multiply - multiplication with overflow indication
 * @x, @y: what is multiplied
 * @result: where the result of @x is left
 *
 * Leaves it in @result.
 */
void multiply(long x, long y, long *result);

/**
 * new_with: make an object
 * @id: its name
 *
 * For example::
 *
 *     new_with(&error, "%d");
 *
 * .. code-block:: c
 *   :caption: With properties
 *
 *   if (!new_with(&error))
 *     report(@error);
 *
 * Returns: what &struct object is.
 */
void new_with(const char *id);
